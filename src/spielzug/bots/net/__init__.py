"""Players that use a trained net, read from a file and evaluated in integers."""

NET = "net"
"""The bot that plays its game's net without search."""
NET_FILE = "net:"
"""Prefix of a bot with a net file of one's own. Never take such a name from the network."""


def is_net(name: str) -> bool:
    """True if this bot plays a net without search."""
    return name == NET or name.startswith(NET_FILE)
