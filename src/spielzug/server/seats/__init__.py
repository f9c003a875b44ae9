"""Seats that move to another browser by link or return code, and seats at open tables."""
