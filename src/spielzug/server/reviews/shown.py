"""A review as a browser gets it: numbers, words, and what the board shows of each decision."""

from __future__ import annotations

from spielzug.core.wire.answers import ReviewAnswer, ReviewMarks
from spielzug.core.wire.parts import Choice
from spielzug.core.wire.review import Review, ReviewDecision
from spielzug.review import told
from spielzug.server.tables.table import Table


def show_review(review: Review, table: Table, lang: str) -> ReviewAnswer:
    return ReviewAnswer(
        state="ready",
        progress=None,
        trouble=None,
        review=review,
        words=told(review, table.played(), lang, table.names(lang)),
        marks=[_marks(one, table, lang) for one in review.decisions],
    )


def _marks(decision: ReviewDecision, table: Table, lang: str) -> ReviewMarks:
    seen = table.seen(decision.entry - 1, decision.seat).named(table.names(lang))

    def choice(action: int) -> Choice:
        return Choice.model_validate(
            {
                "action": action,
                "notation": seen.notation(action),
                "label": seen.label(action, lang),
                "target": seen.target(action),
            }
        )

    return ReviewMarks(
        entry=decision.entry, taken=choice(decision.action), best=choice(decision.best)
    )
