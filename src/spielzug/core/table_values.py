"""The values of fields that tables, reviews and their messages share.

Tables and reviews run where pydantic is missing, so they cannot take these from `spielzug.wire`.
"""

from __future__ import annotations

from typing import Literal

Status = Literal["waiting", "running", "over"]
Right = Literal["abandon", "fill", "pace"]
"""What a device may do with the table itself."""
Hidden = Literal["as_was", "anew"]
"""What the person's seat does not know: as it was, or dealt again to fit what the seat knows."""
Why = Literal["left", "away", "time"]
"""Why a bot plays for a person: they left, were absent too long, or ran out of time."""
ReviewView = Literal["known", "open"]
"""Judged by what the deciding seat knew then, or with all cards open."""
ReviewWord = Literal["best", "good", "inaccuracy", "mistake", "blunder"]
"""For a decision, from the best to the worst."""
