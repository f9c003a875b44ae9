"""The ladder of an arena as a picture: a bar for each bot's interval, the strongest on top."""

from __future__ import annotations

import math
from html import escape
from typing import Any

ROW, TOP, LEFT, WIDTH, RIGHT = 34, 46, 150, 480, 150
STEP = 100  # between two lines of the scale

STYLE = """
  text { font: 14px system-ui, sans-serif; fill: #22302b; }
  .small { font-size: 12px; fill: #5b665f; }
  .paper { fill: #fbf6ea; } .line { stroke: #d9cfb6; } .rail { stroke: #1f7a52; }
  .dot { fill: #b5872a; stroke: #22302b; }
  @media (prefers-color-scheme: dark) {
    text { fill: #f0e9d8; } .small { fill: #a9b3a8; }
    .paper { fill: #16231d; } .line { stroke: #34473d; } .rail { stroke: #58c08c; }
    .dot { fill: #e9b43c; stroke: #f0e9d8; }
  }
"""


def ladder_svg(figures: dict[str, Any]) -> str:
    """An SVG of the figures that `spielzug arena` gives, light or dark as the reader likes."""
    rows = sorted(figures["by_bot"], key=lambda row: -row["rating"])
    low = math.floor(min(row["rating_low"] for row in rows) / STEP) * STEP
    high = math.ceil(max(row["rating_high"] for row in rows) / STEP) * STEP
    width, height = LEFT + WIDTH + RIGHT, TOP + ROW * len(rows) + 34

    def x(rating: float) -> float:
        return float(round(LEFT + WIDTH * (rating - low) / max(STEP, high - low), 1))

    title = f"{figures['game']}, {figures['seats']} seats, {figures['games']} games"
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" role="img" aria-label="{escape(title)}">',
        f"<style>{STYLE}</style>",
        f'<rect class="paper" width="{width}" height="{height}" rx="10"/>',
        f'<text x="16" y="27">{escape(title)}</text>',
    ]
    apart = STEP * max(1, math.ceil((high - low) / STEP / 8))
    for mark in range(low, high + 1, apart):
        lines += [
            f'<line class="line" x1="{x(mark)}" x2="{x(mark)}" y1="{TOP - 6}" y2="{height - 28}"/>',
            f'<text class="small" x="{x(mark)}" y="{height - 10}" text-anchor="middle">{mark}'
            "</text>",
        ]
    for i, row in enumerate(rows):
        y = TOP + ROW * i + ROW / 2
        from_, to = x(row["rating_low"]), x(row["rating_high"])
        lines += [
            f'<text x="16" y="{y + 5}">{escape(row["alias"])}</text>',
            f'<line class="rail" x1="{from_}" x2="{to}" y1="{y}" y2="{y}" '
            f'stroke-width="5" stroke-linecap="round"/>',
            f'<circle class="dot" cx="{x(row["rating"])}" cy="{y}" r="6" stroke-width="1.5"/>',
            f'<text x="{LEFT + WIDTH + 16}" y="{y + 5}">{row["rating"]:.0f}'
            f'<tspan class="small"> · {row["rate"]:.0%} of {row["games"]}</tspan></text>',
        ]
    return "\n".join([*lines, "</svg>", ""])
