"""Number formats of pages, in four languages: figures show no more digits than they are exact."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from spielzug.core.texts import in_four as _t

SHARE = "share"
"""The unit of what is shown in per cent."""
COMMA = ("de", "fr", "nl")
MINUS, NARROW, FIXED = "−", "\u202f", "\u00a0"
RANGE = _t("{} bis {}", "{} to {}", "de {} à {}", "{} tot {}")
POINTS = _t("Punkte", "points", "points", "punten")

Interval = Mapping[str, Any]
"""`value`, `low`, `high`; an unknown end is None."""


@dataclass(frozen=True)
class NumberFormat:
    lang: str

    def plain(self, value: float, digits: int = 0, sign: bool = False) -> str:
        text = f"{abs(value):,.{digits}f}"
        whole, _, rest = text.partition(".")
        whole = whole.replace(",", NARROW)
        text = whole + (("," if self.lang in COMMA else ".") + rest if rest else "")
        if not text.strip("0.,"):
            return text
        return (MINUS if value < 0 else "+" if sign else "") + text

    def count(self, value: int) -> str:
        return self.plain(value)

    def percent(self, share: float, digits: int = 1) -> str:
        gap = "" if self.lang in ("en", "nl") else FIXED
        return f"{self.plain(share * 100, digits)}{gap}%"

    def value(self, given: Interval | None, unit: str) -> str:
        """``12.4`` or ``3.4%``."""
        if given is None or given.get("value") is None:
            return "–"
        if unit == SHARE:
            return self.percent(given["value"], _digits(given, 100))
        return self.plain(given["value"], _digits(given))

    def interval(self, given: Interval | None, unit: str, sign: bool = False) -> str:
        """``11.9 to 12.9``; empty if an end is unknown."""
        if given is None or given.get("low") is None or given.get("high") is None:
            return ""
        times = 100 if unit == SHARE else 1
        digits = _digits(given, times)
        low, high = (self.plain(given[end] * times, digits, sign) for end in ("low", "high"))
        return RANGE[self.lang].format(low, high)

    def difference(self, given: Interval | None, unit: str) -> str:
        """``−2.1`` or ``−2.2 points``."""
        if given is None or given.get("value") is None:
            return "–"
        if unit == SHARE:
            return f"{self.points(given)}{FIXED}{POINTS[self.lang]}"
        return self.plain(given["value"], _digits(given), sign=True)

    def points(self, given: Interval | None) -> str:
        """``−2.2``, in percentage points."""
        if given is None or given.get("value") is None:
            return "–"
        return self.plain(given["value"] * 100, _digits(given, 100), sign=True)

    def duration(self, seconds: float) -> str:
        if seconds < 90:
            return f"{self.plain(seconds, 0 if seconds >= 10 else 1)}{FIXED}s"
        return f"{self.plain(seconds / 60, 0 if seconds >= 600 else 1)}{FIXED}min"


def _digits(given: Interval, times: float = 1.0) -> int:
    """Decimals, at most four, so that half the interval shows two significant figures."""
    low, high = given.get("low"), given.get("high")
    if low is None or high is None or high <= low:
        size = abs(given["value"] * times)
        return 0 if float(given["value"] * times).is_integer() else 1 if size >= 10 else 2
    half = (high - low) / 2 * times
    return max(0, min(4, 1 - math.floor(math.log10(half))))
