"""Errors for clients: problem+json with a stable code and a sentence in the client's language."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from http import HTTPStatus

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from pydantic_core import ErrorDetails, to_json
from sqlalchemy.exc import DBAPIError
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection

from spielzug.core.texts import LANGUAGES, CodedError
from spielzug.school.errors import SchoolError
from spielzug.school.errors import http_status as school_status
from spielzug.server.texts.errors import ERRORS
from spielzug.tables.errors import TableError, http_status
from spielzug.wire.responses import ProblemBody

log = logging.getLogger("spielzug.server")

MEDIA_TYPE = "application/problem+json"
CANNOT_LOAD = "cannot_load"
UNREAD = ("damaged", "file_damaged", "other_format", "other_rules", "other_set", "no_game")
"""Problem codes of a table that this server cannot load, and not on a retry either."""
DAMAGED = ("XX001", "XX002")
"""PostgreSQL's error codes for corrupted data and indexes."""
KINDS = {"body", "query", "path", "int", "str", "constrained-int", "constrained-str"}


class Problem(CodedError):
    """An error for the client, with its HTTP status."""

    TEXTS = ERRORS

    def __init__(
        self,
        status: int,
        code: str,
        detail: str | None = None,
        *,
        headers: Mapping[str, str] | None = None,
        **values: object,
    ) -> None:
        super().__init__(code, detail, **values)
        self.status = status
        self.headers = {**({"Retry-After": "2"} if status in (429, 503) else {}), **(headers or {})}

    def response(self, lang: str) -> Response:
        body = ProblemBody(
            type="about:blank",
            title=HTTPStatus(self.status).phrase,
            status=self.status,
            code=self.code,
            detail=self.say(lang),
        )
        return Response(to_json(body), self.status, self.headers, MEDIA_TYPE)


def to_problem(error: TableError | SchoolError) -> Problem:
    is_school = isinstance(error, SchoolError)
    status = school_status(error.code) if is_school else http_status(error.code)
    problem = Problem(status, error.code, error.detail)
    problem.values = error.values
    return problem


@contextmanager
def table_problems() -> Iterator[None]:
    """Turn the error of a table into the problem for the client."""
    try:
        yield
    except TableError as error:
        raise to_problem(error) from error


def unreadable(error: DBAPIError | OSError | sqlite3.Error) -> Problem:
    """The problem for a database error: damaged for good, or perhaps readable in a moment."""
    why = getattr(error, "orig", error)
    if type(why) is sqlite3.DatabaseError or getattr(why, "sqlstate", None) in DAMAGED:
        return Problem(500, "file_damaged")
    return Problem(503, CANNOT_LOAD)


def language(connection: HTTPConnection) -> str:
    """The query's language, else the browser's, else English."""
    asked = connection.query_params.get("lang", "")
    if asked in LANGUAGES:
        return asked
    return accepted_language(connection.headers.get("accept-language", ""))


def accepted_language(header: str) -> str:
    """The supported language that an Accept-Language header prefers; English by default."""
    best, best_weight = "en", 0.0
    for part in header[:200].split(","):
        tag, _, weight_text = part.strip().partition(";q=")
        name = tag.split("-")[0].lower()
        try:
            weight = float(weight_text) if weight_text else 1.0
        except ValueError:
            continue
        if name in LANGUAGES and weight > best_weight:
            best, best_weight = name, weight
    return best


def install(app: FastAPI) -> None:
    @app.exception_handler(Problem)
    async def problem(request: Request, error: Problem) -> Response:
        return error.response(language(request))

    @app.exception_handler(TableError)
    @app.exception_handler(SchoolError)
    async def refused(request: Request, error: TableError | SchoolError) -> Response:
        return to_problem(error).response(language(request))

    @app.exception_handler(DBAPIError)
    async def file(request: Request, error: DBAPIError) -> Response:
        log.error("a database query failed: %s", error)
        return unreadable(error).response(language(request))

    @app.exception_handler(RequestValidationError)
    async def invalid(request: Request, error: RequestValidationError) -> Response:
        return Problem(422, "bad_request", field=_place(error.errors())).response(language(request))

    @app.exception_handler(HTTPException)
    async def http(request: Request, error: HTTPException) -> Response:
        code = {404: "not_found", 405: "wrong_method"}.get(error.status_code, "bad_request")
        made = Problem(error.status_code, code, headers=error.headers, field="body")
        return made.response(language(request))


def _place(errors: Sequence[ErrorDetails]) -> str:
    """The path of the first error in the request, like ``seats.0.kind``."""
    where = [str(part) for part in errors[0]["loc"]] if errors else []
    # Pydantic's path also contains the types it has tried and the constraints on keys.
    named = [part for part in where if part not in KINDS and "[" not in part and part.isprintable()]
    return ".".join(named)[:80] or "body"
