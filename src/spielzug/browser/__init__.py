"""Tables in a web page: what a server does, done by a worker of the browser."""
