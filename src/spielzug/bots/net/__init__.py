"""Players that have learned: nets, read from files and asked in whole numbers."""

NET = "net"
"""The player that asks the net of its game and does not think."""
NET_FILE = "net:"
"""Before the file of a net of one's own. Never take such a name from the network."""


def is_net(name: str) -> bool:
    """Whether the bot of this name is a net alone."""
    return name == NET or name.startswith(NET_FILE)
