"""Thinking and compiling in processes of their own, so that nobody at a table waits for either.

A table plays by the rules of its own process. `parts` tells what has to be compiled before a game
can be thought about, `preparation` has that done at the lowest priority, `pool` hands questions to
the processes that think (`process`), and `sitting` sees to it that there is always a decision.
"""
