"""The HTTP API, the pages, and the limits and checks in front of them."""
