"""The OpenAPI description is accurate: hundreds of generated requests, valid and invalid."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from server.helpers import FRIEND, GAME, ME, Device, Json, Running
from spielzug.bots import BOTS
from spielzug.games import NAMES
from spielzug.server.problems import MEDIA_TYPE

TESTS = Path(__file__).resolve().parents[1]
SEED = "1"
WITH_404 = (
    "/api/tables", "/api/join", "/api/invitation", "/api/lab/check", "/api/lab/sets/{game}",
    "/api/lab/reports/{number}",
    "/api/figures/{game}", "/api/pass/look", "/api/pass/take", "/api/open",
    "/api/notifications/test", "/api/notifications/forget", "/api/notifications/confirm",
    "/api/notifications/stop/{token}", "/api/notifications/refuse",
    "/api/lessons/{game}/{lesson}/{step}", "/api/puzzles/{game}", "/api/puzzles/{game}/{puzzle}",
)  # fmt: skip
RUNS = {"a table": ("coverage,fuzzing", "5"), "no table": ("fuzzing", "2")}
"""Which phases (coverage goes through every field once), and how many examples of an operation."""
CHECKS = (
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_headers_conformance",
    "response_schema_conformance",
    "unsupported_method",
    "allow_header_conformance",
    "refused_for_a_reason",
    "refused_with_a_sentence",
)


@pytest.mark.slow
@pytest.mark.parametrize("at", RUNS)
def test_requests_made_from_the_description(
    server: Running, anna: Device, tmp_path: Path, at: str
) -> None:
    config = 'hooks = "server.schema_checks"\n'
    if at == "a table":
        table = anna.table(ME, {"kind": "local", "name": "Bo"})
        config += f'[parameters]\ntable = "{table["id"]}"\n'
    else:
        anna.get("mine")
    (tmp_path / "schemathesis.toml").write_text(config)
    phases, examples = RUNS[at]
    command = [
        sys.executable, "-m", "schemathesis.cli", "--no-color", "run",
        f"{server.url}/api/openapi.json", "--phases", phases,
        "--seed", SEED, "--max-examples", examples,
        "--generation-database", "none", "--checks", ",".join(CHECKS), "--warnings", "off",
        "--request-timeout", "120",  # a busy machine is slow, not wrong
        "--suppress-health-check", "too_slow",
        "--header", f"Cookie: {anna.cookie}",
    ]  # fmt: skip
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(TESTS), *sys.path])}
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, cwd=tmp_path, env=environment
    )
    assert done.returncode == 0, (done.stdout + done.stderr)[-6000:]
    assert "Test cases:" in done.stdout


# -- what it says --------------------------------------------------------------------------------


@pytest.fixture
def described(anna: Device) -> Json:
    made: Json = anna.get("openapi.json")
    return made


def operations(described: Json) -> list[tuple[str, str, Json]]:
    return [
        (path, method, operation)
        for path, found in described["paths"].items()
        for method, operation in found.items()
    ]


def test_refusals_are_described_as_problems(described: Json) -> None:
    for path, method, operation in operations(described):
        told = operation["responses"]
        refused = {code: one for code, one in told.items() if code[0] not in "23"}
        assert {"400", "429", "500", "503"} <= set(refused), (path, method)
        assert ("404" in refused) == ("{table}" in path or path in WITH_404)
        assert method == "get" or {"403", "408", "413", "422"} <= set(refused)
        for code, one in refused.items():
            assert list(one["content"]) == [MEDIA_TYPE], (path, code)
            assert one["content"][MEDIA_TYPE]["schema"]["$ref"].endswith("/ProblemBody")
            assert ("Retry-After" in one.get("headers", {})) == (code in ("429", "503"))
    assert "HTTPValidationError" not in described["components"]["schemas"]


def test_games_and_bots_are_named(described: Json) -> None:
    schemas = described["components"]["schemas"]
    new: Any = schemas["NewTable"]
    for name in NAMES:
        assert name in new["properties"]["game"]["pattern"]
    for name in BOTS:
        assert name in schemas["FillRequest"]["properties"]["bot"]["pattern"]
    rule, games = new, {}
    while rule is not None:
        name = rule["if"]["properties"]["game"]["const"]
        games[name] = rule["then"]["properties"]
        rule = rule.get("else")
    assert set(games) == set(NAMES)
    assert games[GAME]["seats"] == {"minItems": 2, "maxItems": 4}
    assert games[GAME]["options"]["properties"]["first"]["anyOf"][0]["maximum"] == 4


@pytest.mark.parametrize(
    ("method", "path", "allow"),
    [
        ("GET", "/api/tables", "POST"),
        ("DELETE", "/api/tables/x", "GET"),
        ("PURGE", "/api/tables/x/decide", "POST"),
        ("POST", "/api/health", "GET"),
        ("HEAD", "/api/docs", "GET"),
        ("POST", "/somewhere", "GET, HEAD"),
    ],
)
def test_a_wrong_method_names_the_right_ones(
    anna: Device, method: str, path: str, allow: str
) -> None:
    refused = anna.http.request(method, path)
    assert refused.status_code == 405
    assert sorted(refused.headers["allow"].split(", ")) == allow.split(", ")
    assert refused.headers["content-type"] == MEDIA_TYPE


@pytest.mark.parametrize("method", ["GET", "POST", "DELETE"])
def test_nothing_is_there_in_any_way(anna: Device, method: str) -> None:
    refused = anna.http.request(method, "/api/nothing")
    assert (refused.status_code, refused.json()["code"]) == (404, "not_found")


def test_a_whole_number_may_be_written_with_a_point(anna: Device) -> None:
    wanted = {"game": GAME, "seats": [ME, FRIEND], "pace": 700.0, "options": {"first": 2.0}}
    table = anna.post("tables", wanted, 201)
    assert (table["pace"], table["options"]["first"]) == (700, "2")
    for pace in (700.5, "700", True, 1e300):
        assert anna.post("tables", {**wanted, "pace": pace}, 422)["code"] == "bad_request"
