"""The wire format: the types of all messages, requests and responses are defined here.

- `parts`: what messages are made of, for browsers and programs alike
- `requests`, `responses`: the HTTP interface
- `live`: the live connection of a browser
- `lab`, `learning`, `notifications`, `review`, `seats`: requests and responses of these features
- `game_figures`: the file of a game's figures, which `spielzug figures` writes
- `program`: the protocol for programs, over WebSockets and standard streams

The description in /api/openapi.json and the client's types are generated from these types.
"""
