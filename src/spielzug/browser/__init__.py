"""Tables in a web page without a server: a worker of the browser runs them."""
