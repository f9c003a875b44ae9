"""Seats that change hands: by link, by return code, and at open tables."""
