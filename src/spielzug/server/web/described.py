"""The description of the interface, /api/openapi.json: made from the types that are sent.

OpenAPI knows no WebSockets; their messages stand among the components all the same, as `ToBrowser`,
`FromBrowser`, `ToProgram` and `FromProgram`.
"""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic import TypeAdapter
from pydantic.json_schema import JsonSchemaMode

from spielzug.core.wire.live import FROM_BROWSER, TO_BROWSER
from spielzug.core.wire.program import FROM_PROGRAM, TO_PROGRAM

COMPONENTS = "#/components/schemas/"
CONVERSATIONS: dict[str, tuple[TypeAdapter[Any], JsonSchemaMode]] = {
    "ToBrowser": (TO_BROWSER, "serialization"),
    "FromBrowser": (FROM_BROWSER, "validation"),
    "ToProgram": (TO_PROGRAM, "serialization"),
    "FromProgram": (FROM_PROGRAM, "validation"),
}


def live_components() -> dict[str, Any]:
    """All messages of the live connections, and what they are made of."""
    inputs = [(name, mode, adapter) for name, (adapter, mode) in CONVERSATIONS.items()]
    whole, parts = TypeAdapter.json_schemas(inputs, ref_template=COMPONENTS + "{model}")
    return {**parts["$defs"], **{name: schema for (name, _), schema in whole.items()}}


def describe(app: FastAPI) -> dict[str, Any]:
    """The whole interface; asked for often, made once."""
    if app.openapi_schema is None:
        made = get_openapi(
            title=app.title,
            version=app.version,
            description=app.description,
            routes=app.routes,
        )
        schemas = made["components"]["schemas"]
        app.openapi_schema = made
        made["components"]["schemas"] = dict(sorted({**live_components(), **schemas}.items()))
    return app.openapi_schema
