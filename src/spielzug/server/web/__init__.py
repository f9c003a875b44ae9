"""The HTTP API, the pages, the middleware and the metrics."""
