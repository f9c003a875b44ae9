"""Thinking and compiling in separate processes, so that no table waits for either.

`compilation` compiles games at the lowest priority, `pool` sends questions to the processes that
think (`process`), and `fallback` makes sure that there is always a decision.
"""
