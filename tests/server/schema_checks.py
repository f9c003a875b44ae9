"""Additional checks for schemathesis, which loads this file; see test_openapi.py."""

from __future__ import annotations

from typing import Any

import schemathesis

SEMANTIC = {
    "bad_option",
    "options_clash",
    "options_and_seats",
    "cannot_read",
    "not_allowed",
    "nothing_to_undo",
    "no_position",
    "practice_alone",
    "open_needs_seat",
    "start_brings",
    "leads_nowhere",
    "time_alone",
    "time_and_clock",
    "bad_address",
    "needs_https",
    "private_address",
    "not_found_there",
    "bad_mail",
    "bad_keys",
}
"""What no schema can say: it depends on the table, on several fields together, or on where
an address leads."""


@schemathesis.check
def refused_for_a_reason(
    ctx: schemathesis.CheckContext, response: schemathesis.Response, case: schemathesis.Case[Any]
) -> None:
    """A request that fits the description is refused only because of the game or table."""
    positive = case.meta is not None and case.meta.generation.mode.is_positive
    if positive and response.status_code in (400, 413, 422):
        code = response.json()["code"]
        assert code in SEMANTIC, f"{code} for what the description allows"


@schemathesis.check
def refused_with_a_sentence(
    ctx: schemathesis.CheckContext, response: schemathesis.Response, case: schemathesis.Case[Any]
) -> None:
    """Every error has a code and a sentence."""
    if response.status_code >= 400:
        problem = response.json()
        assert problem["status"] == response.status_code
        assert problem["code"]
        assert problem["detail"]
