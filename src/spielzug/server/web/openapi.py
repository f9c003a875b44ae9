"""The OpenAPI description of the API, /api/openapi.json, generated from the wire types.

OpenAPI has no WebSockets; their messages are among the components nevertheless, as `ToBrowser`,
`FromBrowser`, `ToLobby`, `ToProgram` and `FromProgram`. Every route lists its possible error
statuses, including those of the middleware.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic import TypeAdapter
from pydantic.json_schema import JsonSchemaMode, JsonSchemaValue

from spielzug.bots import BOTS
from spielzug.core.game import Game
from spielzug.core.options import bounds
from spielzug.games import NAMES, all_games
from spielzug.server.problems import MEDIA_TYPE
from spielzug.wire.live import FROM_BROWSER, TO_BROWSER, TO_LOBBY
from spielzug.wire.program import FROM_PROGRAM, TO_PROGRAM

COMPONENTS = "#/components/schemas/"
CONVERSATIONS: dict[str, tuple[TypeAdapter[Any], JsonSchemaMode]] = {
    "ToBrowser": (TO_BROWSER, "serialization"),
    "FromBrowser": (FROM_BROWSER, "validation"),
    "ToLobby": (TO_LOBBY, "serialization"),
    "ToProgram": (TO_PROGRAM, "serialization"),
    "FromProgram": (FROM_PROGRAM, "validation"),
}


REFUSALS = {
    400: "The request is malformed: the `Host` header or the JSON is not valid.",
    403: "Not allowed for this device, or the request came from another website.",
    404: "There is no such table, seat, entry, report, game, lesson, puzzle or contact.",
    408: "The body did not arrive in time.",
    409: "Not possible now: the table is in another state, or the Lab is busy.",
    413: "The body is too large.",
    422: "The body or a parameter does not match this description, or the game does not allow it: "
    "an option or an action that it does not have or that does not go with the others.",
    429: "Too many requests; `Retry-After` says when to try again.",
    500: "Something went wrong on the server, or its database file is damaged.",
    503: "Temporarily unavailable: the server cannot save or is full; `Retry-After` says when to "
    "try again.",
}
EVERYWHERE = {400, 429, 500, 503}
WITH_BODY = {403, 408, 413, 422}
OF_A_TABLE = {404, 409}
OF_THE_LAB = {
    "/api/lab/run": {403, 409},
    "/api/lab/check": {403, 404},
    "/api/lab/sets/{game}": {403, 404, 422},
    "/api/lab/stop": {403},
    "/api/lab/reports/{number}": {403, 404},
}
OF_THE_SCHOOL = {
    "/api/figures/{game}": {404},
    "/api/lessons/{game}/{lesson}/{step}": {404},
    "/api/puzzles/{game}": {404},
    "/api/puzzles/{game}/{puzzle}": {404},
}
OF_SEATS = {
    "/api/passes": {409},
    "/api/pass/look": {404, 409},
    "/api/pass/take": {404, 409},
    "/api/open": {404},
}
OF_NOTICES = {
    "/api/notifications/test": {404, 409},
    "/api/notifications/forget": {404},
    "/api/notifications/confirm": {404},
    "/api/notifications/stop/{token}": {404},
    "/api/notifications/refuse": {404},
}
LATER = {429, 503}


def live_components() -> dict[str, JsonSchemaValue]:
    """The schemas of all messages on live connections, and of their parts."""
    inputs = [(name, mode, adapter) for name, (adapter, mode) in CONVERSATIONS.items()]
    whole, parts = TypeAdapter.json_schemas(inputs, ref_template=COMPONENTS + "{model}")
    return {**parts["$defs"], **{name: schema for (name, _), schema in whole.items()}}


def describe(app: FastAPI) -> dict[str, Any]:
    """The description of the whole API, cached."""
    if app.openapi_schema is None:
        made = get_openapi(
            title=app.title,
            version=app.version,
            description=app.description,
            routes=app.routes,
        )
        for path, operations in made["paths"].items():
            for method, operation in operations.items():
                _describe_refusals(path, method, operation)
        schemas = {**live_components(), **made["components"]["schemas"]}
        for unused in ("HTTPValidationError", "ValidationError"):
            schemas.pop(unused, None)
        _describe_names(schemas)
        app.openapi_schema = made
        made["components"]["schemas"] = dict(sorted(schemas.items()))
    return app.openapi_schema


# -- errors --------------------------------------------------------------------------------------


def _describe_refusals(path: str, method: str, operation: dict[str, Any]) -> None:
    kept = {code: told for code, told in operation["responses"].items() if code[0] in "23"}
    refused = {str(status): _refusal(status) for status in _statuses(path, method, operation)}
    operation["responses"] = {**kept, **dict(sorted(refused.items()))}


def _statuses(path: str, method: str, operation: dict[str, Any]) -> set[int]:
    found = set(EVERYWHERE)
    if method == "post":
        found |= WITH_BODY
    for known in (OF_THE_LAB, OF_THE_SCHOOL, OF_SEATS, OF_NOTICES):
        found |= known.get(path, set())
    if "{table}" in path or _names_a_table(operation):
        found |= OF_A_TABLE
    names = [one["name"] for one in operation.get("parameters", ()) if not _is_text(one["schema"])]
    if names:
        found.add(422)
    if "seat" in names:
        found.add(403)
    return found


def _names_a_table(operation: Mapping[str, object]) -> bool:
    """Whether the body refers to a table: an invitation, or a game to start a new one from."""
    words = ("TokenRequest", "JoinRequest", "NewTable")
    return any(word in str(operation.get("requestBody")) for word in words)


def _is_text(schema: JsonSchemaValue) -> bool:
    kinds = schema.get("anyOf", [schema])
    return all(set(one) <= {"type", "title"} for one in kinds) and "string" in (
        one["type"] for one in kinds
    )


def _refusal(status: int) -> dict[str, object]:
    body = {"schema": {"$ref": f"{COMPONENTS}ProblemBody"}}
    told: dict[str, object] = {"description": REFUSALS[status], "content": {MEDIA_TYPE: body}}
    if status in LATER:
        seconds = {"description": "seconds", "schema": {"type": "integer"}, "required": True}
        told["headers"] = {"Retry-After": seconds}
    return told


# -- constraints that depend on the games --------------------------------------------------------


def _describe_names(schemas: dict[str, JsonSchemaValue]) -> None:
    """Add the games and bots there are, and each game's seats and options."""
    schemas["NewTable"]["properties"]["game"]["pattern"] = _one_of(NAMES)
    schemas["NewTable"].update(_by_game(all_games()))
    schemas["FillRequest"]["properties"]["bot"]["pattern"] = _one_of(BOTS)
    for name, known in (("game", NAMES), ("bot", BOTS)):
        schemas["LabRequest"]["properties"][name]["pattern"] = _one_of(known)
    bot = {"properties": {"kind": {"const": "bot"}}}
    named = {"type": "string", "pattern": _one_of(BOTS)}
    schemas["SeatRequest"]["if"] = bot
    schemas["SeatRequest"]["then"] = {"properties": {"bot": named}, "required": ["bot"]}


def _one_of(names: Iterable[str]) -> str:
    """A pattern, not an enum, so that the client's types do not change with every bot."""
    return f"^({'|'.join(names)})$"


def _by_game(games: Sequence[Game]) -> dict[str, object]:
    """Nested if/then/else: the first game's seats and options, else those of the others."""
    game, *others = games
    options = {field.name: _option(field.metadata) for field in fields(game.options)}
    parts = {
        "seats": {"minItems": min(game.seats), "maxItems": max(game.seats)},
        "options": {"properties": options, "additionalProperties": False},
    }
    rule: dict[str, object] = {
        "if": {"properties": {"game": {"const": game.name}}},
        "then": {"properties": parts},
    }
    if others:
        rule["else"] = _by_game(others)
    return rule


def _option(about: Mapping[str, Any]) -> dict[str, object]:
    """The schema of an option: a named value, a number, or several values of a list."""
    names = list(about["names"].values())
    if "choose" in about:
        code = f"({'|'.join(about['of'])})"
        several = f"{code}(-{code}){{{about['choose'] - 1}}}"
        return {"type": "string", "pattern": f"^({'|'.join(names)}|{several})$"}
    named: dict[str, object] = {"type": "string", "enum": names}
    if "live" in about:
        return named
    low, high = bounds(about)
    number: dict[str, object] = {"type": "integer", "minimum": low, "maximum": high}
    return {"anyOf": [number, named]} if names else number
