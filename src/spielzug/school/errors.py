"""The error of a lesson, a puzzle or figures: a stable code, and its sentence in four languages."""
# ruff: noqa: E501 - a sentence stays on one line, so that translators see it whole

from __future__ import annotations

from spielzug.core.texts import NO_GAME, CodedError
from spielzug.core.texts import in_four as _t

MOST_NAME = 40
"""Characters of an unknown name that are repeated."""

REFUSALS = {
    **NO_GAME,
    "no_figures": _t(
        "Zu {game} gibt es hier noch keine Zahlen.",
        "There are no figures for {game} yet.",
        "Il n'y a pas encore de chiffres sur {game} ici.",
        "Van {game} zijn hier nog geen cijfers.",
    ),
    "no_lesson": _t(
        "{game} hat keine Lektion „{name}“. Auf der Seite „Lernen“ stehen alle.",
        "{game} has no lesson “{name}”. All its lessons are listed on the “Learn” page.",
        "{game} n'a pas de leçon « {name} ». Elles sont toutes sur la page « Apprendre ».",
        "{game} heeft geen les “{name}”. Op de pagina “Leren” staan ze allemaal.",
    ),
    "no_lesson_step": _t(
        "Die Lektion „{lesson}“ hat keinen Schritt „{name}“. Auf der Seite „Lernen“ stehen alle.",
        "The lesson “{lesson}” has no step “{name}”. All its steps are listed on the “Learn” page.",
        "La leçon « {lesson} » n'a pas d'étape « {name} ». Elles sont toutes sur la page « Apprendre ».",
        "De les “{lesson}” heeft geen stap “{name}”. Op de pagina “Leren” staan ze allemaal.",
    ),
    "no_puzzle": _t(
        "{game} hat kein Rätsel „{name}“. Auf der Seite „Rätsel“ stehen alle.",
        "{game} has no puzzle “{name}”. All its puzzles are listed on the “Puzzles” page.",
        "{game} n'a pas de problème « {name} ». Ils sont tous sur la page « Problèmes ».",
        "{game} heeft geen puzzel “{name}”. Op de pagina “Puzzels” staan ze allemaal.",
    ),
    "leads_nowhere": _t(
        "Eine der Entscheidungen davor führt nicht weiter. Beginne von vorn.",
        "One of the earlier choices is a dead end. Please start again.",
        "L'un des choix précédents ne mène pas plus loin. Recommencez.",
        "Een van de keuzes ervoor leidt niet verder. Begin opnieuw.",
    ),
}


class SchoolError(CodedError):
    """An unknown lesson, puzzle or game, or an attempt that cannot be continued."""

    TEXTS = REFUSALS

    @classmethod
    def unknown(cls, code: str, name: str, **values: object) -> SchoolError:
        """There is nothing of this name."""
        return cls(code, None, name=name[:MOST_NAME], **values)


def http_status(code: str) -> int:
    """The HTTP status that goes with the code of a `SchoolError`."""
    return 422 if code == "leads_nowhere" else 404
