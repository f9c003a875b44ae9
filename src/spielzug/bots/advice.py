"""A hint: the choices it names, why, and its sentences in four languages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from spielzug.core.position import Seen
from spielzug.core.texts import in_four as _t
from spielzug.core.texts import say

SENTENCES = {
    "only": _t(
        "Es gibt nur eine Möglichkeit: Da ist nichts zu überlegen.",
        "There is only one choice here.",
        "Il n'y a qu'un seul choix : rien à décider.",
        "Er is maar één keuze: daar valt niets te overwegen.",
    ),
    "nothing": _t(
        "Dazu fällt mir nichts ein, das sicher genug wäre.",
        "This is too close to call, so there is no hint here.",
        "Je n'ai rien d'assez sûr à dire ici.",
        "Hier heb ik niets te zeggen dat zeker genoeg is.",
    ),
    "quick": _t(
        "Das täte ein einfacherer Bot, ohne vorauszudenken.",
        "A quick guess, without looking ahead: do this.",
        "Un bot plus simple ferait cela, sans penser à la suite.",
        "Dit zou een eenvoudigere bot doen, zonder vooruit te denken.",
    ),
    "certain": _t(
        "Damit gewinnst du, was auch geschieht.",
        "This wins no matter what.",
        "Avec ce choix, la victoire est sûre quoi qu'il arrive.",
        "Hiermee win je, wat er ook gebeurt.",
    ),
    "lost": _t(
        "Gewinnen kann niemand mehr: so geht es am schnellsten zu Ende.",
        "Nobody can win any more, and this ends the game soonest.",
        "Plus personne ne peut gagner : c'est le plus court chemin vers la fin.",
        "Niemand kan nog winnen: zo is het het snelst afgelopen.",
    ),
    "best": _t(
        "Nichts anderes kommt da heran: etwa {chance}\u00a0% Gewinnaussicht.",
        "Nothing else comes close: about {chance}% chance of winning.",
        "Rien d'autre ne s'en approche : environ {chance}\u00a0% de chances de gagner.",
        "Niets anders komt in de buurt: ongeveer {chance}\u00a0% kans om te winnen.",
    ),
    "better": _t(
        "Deutlich besser als „{label}“: {chance}\u00a0% gegen {other}\u00a0%.",
        "Clearly better than “{label}”: {chance}% against {other}%.",
        "Nettement mieux que « {label} » : {chance}\u00a0% contre {other}\u00a0%.",
        "Duidelijk beter dan “{label}”: {chance}\u00a0% tegen {other}\u00a0%.",
    ),
    "slight": _t(
        "Etwas besser als „{label}“: {chance}\u00a0% gegen {other}\u00a0%.",
        "A little better than “{label}”: {chance}% against {other}%.",
        "Un peu mieux que « {label} » : {chance}\u00a0% contre {other}\u00a0%.",
        "Iets beter dan “{label}”: {chance}\u00a0% tegen {other}\u00a0%.",
    ),
    "even": _t(
        "So gut wie „{label}“: Nimm, was dir lieber ist.",
        "Just as good as “{label}”: choose whichever you like.",
        "Aussi bien que « {label} » : comme il vous plaira.",
        "Even goed als “{label}”: neem wat je liever hebt.",
    ),
    "weaker": _t(
        "Schwächer als „{label}“: {chance}\u00a0% gegen {other}\u00a0%.",
        "Weaker than “{label}”: {chance}% against {other}%.",
        "Moins bien que « {label} » : {chance}\u00a0% contre {other}\u00a0%.",
        "Zwakker dan “{label}”: {chance}\u00a0% tegen {other}\u00a0%.",
    ),
    "perhaps": _t(
        "Vielleicht besser als „{label}“ ({other}\u00a0%), aber das ist nicht sicher.",
        "Perhaps better than “{label}” ({other}%), but it is hard to say.",
        "Peut-être mieux que « {label} » ({other}\u00a0%), mais ce n'est pas sûr.",
        "Misschien beter dan “{label}” ({other}\u00a0%), maar zeker is het niet.",
    ),
    "perhaps_weaker": _t(
        "Vielleicht schwächer als „{label}“ ({other}\u00a0%), aber das ist nicht sicher.",
        "Perhaps weaker than “{label}” ({other}%), but it is hard to say.",
        "Peut-être moins bien que « {label} » ({other}\u00a0%), mais ce n'est pas sûr.",
        "Misschien zwakker dan “{label}” ({other}\u00a0%), maar zeker is het niet.",
    ),
    "reply": _t(
        "Wahrscheinlichste Antwort von {name}: „{label}“.",
        "{name}’s most likely reply: “{label}”.",
        "Réponse la plus probable de {name} : « {label} ».",
        "Waarschijnlijkste antwoord van {name}: “{label}”.",
    ),
    "then": _t(
        "Danach am ehesten: „{label}“.",
        "Most likely after that: “{label}”.",
        "Ensuite, sans doute : « {label} ».",
        "Daarna waarschijnlijk: “{label}”.",
    ),
}

CERTAIN = "certain"  # wins whatever happens
BEST = "best"  # no other choice comes close
BETTER = "better"  # clearly better than the next
SLIGHT = "slight"  # a little better than the next
EVEN = "even"  # hardly different from the next (or, lower down, from the best)
WEAKER = "weaker"  # behind the best
PERHAPS, PERHAPS_WEAKER = "perhaps", "perhaps_weaker"  # like SLIGHT and WEAKER, but it may be noise
LOST = "lost"  # nobody can win any more: names what ends the game soonest
QUICK = "quick"  # the quick player's choice, without chances


@dataclass(frozen=True)
class LikelyReply:
    """The most likely decision after a choice, with its label in every language."""

    seat: int
    action: int
    labels: Mapping[str, str]


def in_percent(chance: float) -> int:
    """Rounded for display, from 1 to 99: only a proven win is shown as 100."""
    return min(99, max(1, round(100 * chance)))


@dataclass(frozen=True)
class HintChoice:
    """One choice, its estimated chance, and the reason for its rank."""

    action: int
    chance: float
    """The estimated share of the win."""
    visits: int
    """How often the search visited it: the sample behind the estimate."""
    kind: str
    than: int | None = None
    """The index of the hint it is compared with."""
    reply: LikelyReply | None = None

    @property
    def percent(self) -> int | None:
        """Rounded for display. Only a proven win is 100."""
        if self.kind in (QUICK, LOST):
            return None
        if self.kind == CERTAIN:
            return 100
        return in_percent(self.chance)


@dataclass(frozen=True)
class HintAdvice:
    """The hints, best first. Empty if there is nothing to choose or nothing to say."""

    seat: int
    choices: int
    hints: tuple[HintChoice, ...] = ()

    @property
    def quick(self) -> bool:
        """True if no search was made: asking again later may give a better answer."""
        return any(hint.kind == QUICK for hint in self.hints)

    def to_json(self) -> dict[str, object]:
        return asdict(self)

    @classmethod
    def from_json(cls, given: dict[str, Any]) -> HintAdvice:
        hints = [
            HintChoice(**{**hint, "reply": LikelyReply(**hint["reply"]) if hint["reply"] else None})
            for hint in given["hints"]
        ]
        return cls(given["seat"], given["choices"], tuple(hints))


def sentence(seen: Seen, advice: HintAdvice, lang: str, index: int = 0) -> str:
    """The reason for the hint at `index`, in one or two sentences."""
    if advice.choices < 2:
        return say(SENTENCES, "only", lang)
    if not advice.hints:
        return say(SENTENCES, "nothing", lang)
    hint = advice.hints[index]
    values: dict[str, object] = {} if hint.percent is None else {"chance": hint.percent}
    if hint.than is not None:
        other = advice.hints[hint.than]
        values["label"] = seen.label(other.action, lang)
        values["other"] = other.percent
    said = say(SENTENCES, hint.kind, lang, **values)
    if hint.reply is None:
        return said
    reply = hint.reply
    key = "then" if reply.seat == advice.seat else "reply"
    name = seen.player_names[reply.seat]
    return f"{said} {say(SENTENCES, key, lang, name=name, label=reply.labels[lang])}"
