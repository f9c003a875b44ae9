"""What goes over the wire: every message, request and answer is a type here, and only here.

- `parts`: what messages are made of, for browsers and programs alike
- `requests`, `answers`: the HTTP interface
- `live`: the live connection of a browser
- `figures`, `lab`, `review`, `school`: what is asked and answered there
- `program`: the protocol for programs, over WebSockets and standard streams
- `made`: parts made from what a seat may know

The description in /api/openapi.json and the client's types are made from these types.
"""
