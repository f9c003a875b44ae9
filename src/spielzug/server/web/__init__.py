"""The face of the server: its interface over HTTP, its pages, and the shield around them."""
