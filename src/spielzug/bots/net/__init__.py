"""Players that use a trained net, read from a file and evaluated in integers."""

from spielzug.core.players import NET as NET

NET_FILE = f"{NET}:"
"""Prefix of a bot with a net file of one's own. Never take such a name from the network."""


def is_net(name: str) -> bool:
    """True if this bot plays a net without search."""
    return name == NET or name.startswith(NET_FILE)
