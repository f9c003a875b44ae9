"""Live connections (WebSockets) of browsers and programs to a table or to the lobby."""
