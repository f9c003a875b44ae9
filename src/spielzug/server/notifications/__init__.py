"""Notices: people who are away are told that something waits for them.

By their browser, by mail or by a web hook, each only where the person has asked for it. What a
notice says anybody may know who looks at the table; cards are never in it.
"""
