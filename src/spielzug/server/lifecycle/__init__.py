"""Starting and stopping a server, and its parts put together."""
