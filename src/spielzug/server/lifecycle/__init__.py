"""Starting, supervising and stopping the server's processes."""
