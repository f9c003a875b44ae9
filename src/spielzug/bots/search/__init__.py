"""The search that plays every game: `tree` is compiled, `thinker` handles time and threads."""
