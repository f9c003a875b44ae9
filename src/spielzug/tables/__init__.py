"""What happens at a table: its seats, turns, log, undo and hints, and what each seat is told.

Nothing here stores, sends or waits for anything, and no clock is read: whoever runs a table, a
server or the terminal, hands in the time and saves or sends the changes.
"""
