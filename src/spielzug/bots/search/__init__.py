"""The one search that plays every game: `tree` is compiled, `thinker` keeps the clock."""
