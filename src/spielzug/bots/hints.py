"""Hints: advice for the seat to act, based only on what that seat may know.

Also holds the sentences of the advice, in four languages.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from spielzug.bots.clock import Stop
from spielzug.bots.net.player import net_in
from spielzug.bots.search.levels import LEVELS, effort, net_for, thinker_for
from spielzug.bots.search.thinker import Budget, Candidate, SearchResult
from spielzug.core.game import Game
from spielzug.core.position import Seen
from spielzug.core.record_types import Rng
from spielzug.core.rng import next_random
from spielzug.core.texts import LANGUAGES, say

SENTENCES = {
    "only": {
        "de": "Es gibt nur eine Möglichkeit: Da ist nichts zu überlegen.",
        "en": "There is only one choice here.",
        "fr": "Il n'y a qu'un seul choix : rien à décider.",
        "nl": "Er is maar één keuze: daar valt niets te overwegen.",
    },
    "nothing": {
        "de": "Dazu fällt mir nichts ein, das sicher genug wäre.",
        "en": "This is too close to call, so there is no hint here.",
        "fr": "Je n'ai rien d'assez sûr à dire ici.",
        "nl": "Hier heb ik niets te zeggen dat zeker genoeg is.",
    },
    "quick": {
        "de": "Das täte ein einfacherer Bot, ohne vorauszudenken.",
        "en": "A quick guess, without looking ahead: do this.",
        "fr": "Un bot plus simple ferait cela, sans penser à la suite.",
        "nl": "Dit zou een eenvoudigere bot doen, zonder vooruit te denken.",
    },
    "certain": {
        "de": "Damit gewinnst du, was auch geschieht.",
        "en": "This wins no matter what.",
        "fr": "Avec ce choix, la victoire est sûre quoi qu'il arrive.",
        "nl": "Hiermee win je, wat er ook gebeurt.",
    },
    "lost": {
        "de": "Gewinnen kann niemand mehr: so geht es am schnellsten zu Ende.",
        "en": "Nobody can win any more, and this ends the game soonest.",
        "fr": "Plus personne ne peut gagner : c'est le plus court chemin vers la fin.",
        "nl": "Niemand kan nog winnen: zo is het het snelst afgelopen.",
    },
    "best": {
        "de": "Nichts anderes kommt da heran: etwa {chance}\u00a0% Gewinnaussicht.",
        "en": "Nothing else comes close: about {chance}% chance of winning.",
        "fr": "Rien d'autre ne s'en approche : environ {chance}\u00a0% de chances de gagner.",
        "nl": "Niets anders komt in de buurt: ongeveer {chance}\u00a0% kans om te winnen.",
    },
    "better": {
        "de": "Deutlich besser als „{label}“: {chance}\u00a0% gegen {other}\u00a0%.",
        "en": "Clearly better than “{label}”: {chance}% against {other}%.",
        "fr": "Nettement mieux que « {label} » : {chance}\u00a0% contre {other}\u00a0%.",
        "nl": "Duidelijk beter dan “{label}”: {chance}\u00a0% tegen {other}\u00a0%.",
    },
    "slight": {
        "de": "Etwas besser als „{label}“: {chance}\u00a0% gegen {other}\u00a0%.",
        "en": "A little better than “{label}”: {chance}% against {other}%.",
        "fr": "Un peu mieux que « {label} » : {chance}\u00a0% contre {other}\u00a0%.",
        "nl": "Iets beter dan “{label}”: {chance}\u00a0% tegen {other}\u00a0%.",
    },
    "even": {
        "de": "So gut wie „{label}“: Nimm, was dir lieber ist.",
        "en": "Just as good as “{label}”: choose whichever you like.",
        "fr": "Aussi bien que « {label} » : comme il vous plaira.",
        "nl": "Even goed als “{label}”: neem wat je liever hebt.",
    },
    "weaker": {
        "de": "Schwächer als „{label}“: {chance}\u00a0% gegen {other}\u00a0%.",
        "en": "Weaker than “{label}”: {chance}% against {other}%.",
        "fr": "Moins bien que « {label} » : {chance}\u00a0% contre {other}\u00a0%.",
        "nl": "Zwakker dan “{label}”: {chance}\u00a0% tegen {other}\u00a0%.",
    },
    "perhaps": {
        "de": "Vielleicht besser als „{label}“ ({other}\u00a0%), aber das ist nicht sicher.",
        "en": "Perhaps better than “{label}” ({other}%), but it is hard to say.",
        "fr": "Peut-être mieux que « {label} » ({other}\u00a0%), mais ce n'est pas sûr.",
        "nl": "Misschien beter dan “{label}” ({other}\u00a0%), maar zeker is het niet.",
    },
    "perhaps_weaker": {
        "de": "Vielleicht schwächer als „{label}“ ({other}\u00a0%), aber das ist nicht sicher.",
        "en": "Perhaps weaker than “{label}” ({other}%), but it is hard to say.",
        "fr": "Peut-être moins bien que « {label} » ({other}\u00a0%), mais ce n'est pas sûr.",
        "nl": "Misschien zwakker dan “{label}” ({other}\u00a0%), maar zeker is het niet.",
    },
    "reply": {
        "de": "Wahrscheinlichste Antwort von {name}: „{label}“.",
        "en": "{name}’s most likely reply: “{label}”.",
        "fr": "Réponse la plus probable de {name} : « {label} ».",
        "nl": "Waarschijnlijkste antwoord van {name}: “{label}”.",
    },
    "then": {
        "de": "Danach am ehesten: „{label}“.",
        "en": "Most likely after that: “{label}”.",
        "fr": "Ensuite, sans doute : « {label} ».",
        "nl": "Daarna waarschijnlijk: “{label}”.",
    },
}


MOST = 3  # per request
SECONDS = 2.0  # a person waits for advice
FEWEST_VISITS = 32  # with fewer the search has no opinion
RARE = 8  # with fewer than 1/8 of the best's visits a choice is not compared
SAME = 0.03  # smaller differences in chance are called even: nobody notices them
CLEAR = 0.08  # larger differences in chance are called clearly better
DOUBT = 1.0  # standard errors a difference must exceed to be mentioned
WORLDS = 8  # possible deals in which a reply must be the same before we name it

CERTAIN = "certain"  # wins whatever happens
BEST = "best"  # no other choice comes close
BETTER = "better"  # clearly better than the next
SLIGHT = "slight"  # a little better than the next
EVEN = "even"  # hardly different from the next (or, lower down, from the best)
WEAKER = "weaker"  # behind the best
PERHAPS, PERHAPS_WEAKER = "perhaps", "perhaps_weaker"  # like SLIGHT and WEAKER, but it may be noise
LOST = "lost"  # nobody can win any more: names what ends the game soonest
QUICK = "quick"  # the quick player's choice, without chances
BEHIND = {EVEN: EVEN, PERHAPS: PERHAPS_WEAKER}  # the reason shown for the weaker of the two


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

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, given: dict[str, Any]) -> HintAdvice:
        hints = [
            HintChoice(**{**hint, "reply": LikelyReply(**hint["reply"]) if hint["reply"] else None})
            for hint in given["hints"]
        ]
        return cls(given["seat"], given["choices"], tuple(hints))


def budget_of(game: Game, net: bool | None = None) -> Budget:
    """The strongest level's iterations, limited by the time a person waits."""
    return Budget(iterations=effort(game, LEVELS[-1], net).iterations)


def advise(
    seen: Seen,
    rng: Rng,
    seconds: float | None = SECONDS,
    stop: Stop | None = None,
    budget: Budget | None = None,
    with_net: bool = True,
) -> HintAdvice:
    """Advice for the seat to act. Without `seconds` the same `rng` gives the same advice.

    It thinks like the strongest level, or without `with_net` like the strongest frozen level.
    """
    legal = seen.legal
    if len(legal) < 2:
        return HintAdvice(seen.seat, len(legal))
    net = net_for(LEVELS[-1], seen) if with_net else None
    wanted = budget or budget_of(seen.game, net is not None)
    thinker = thinker_for(seen.game, wanted, None if net is None else net_in(net, seen))
    thought = thinker.think(seen, next_random(rng), seconds, stop)
    hints = [
        HintChoice(
            candidate.action, candidate.chance, candidate.visits, kind, than,
            likely_reply(seen, candidate, rng),
        )
        for candidate, kind, than in explain_candidates(thought, seen.nobody_can_win)
    ]  # fmt: skip
    return HintAdvice(seen.seat, len(legal), tuple(hints))


# -- reasons -------------------------------------------------------------------------------------


def explain_candidates(
    thought: SearchResult, lost: bool = False
) -> list[tuple[Candidate, str, int | None]]:
    """The candidates to show, each with its reason and the index of the one compared with."""
    if thought.certain or lost:
        return [(thought.candidates[0], LOST if lost else CERTAIN, None)]
    best, *others = thought.candidates
    if best.visits < FEWEST_VISITS:
        return []
    enough = min(FEWEST_VISITS, best.visits // RARE)
    known = [c for c in others if c.visits >= enough][: MOST - 1]
    if not known:
        return [(best, BEST, None)]
    # Sorted by percentage. Equal ones keep the search's order, which prefers progress in the game.
    first, *rest = sorted([best, *known], key=lambda c: -in_percent(c.chance))
    behind = [(c, BEHIND.get(_compare(first, c), WEAKER), 0) for c in rest]
    return [(first, _compare(first, rest[0]), 1), *behind]


def _compare(best: Candidate, other: Candidate) -> str:
    """How much better the first is, and whether that may be noise."""
    difference = best.chance - other.chance
    noise = math.sqrt(_spread(best) + _spread(other))
    if abs(difference) < SAME:
        return EVEN
    if difference < DOUBT * noise:
        return PERHAPS
    return BETTER if difference >= CLEAR else SLIGHT


def _spread(candidate: Candidate) -> float:
    """The variance of the estimate, as if every visit were a game won or lost."""
    chance = min(0.95, max(0.05, candidate.chance))
    return chance * (1 - chance) / candidate.visits


def likely_reply(seen: Seen, candidate: Candidate, rng: Rng) -> LikelyReply | None:
    """The most likely next decision, if the next seat has the same choices in every guessed deal.

    So a reply that depends on a hidden card or on luck to come is not shown.
    """
    if candidate.reply is None or candidate.visits < FEWEST_VISITS:
        return None
    seat, action = candidate.reply
    known: tuple[list[int], dict[str, str]] | None = None
    for _ in range(WORLDS):
        world = seen.guess(next_random(rng))
        world.advance(candidate.action)
        if world.over or world.actor != seat:
            return None
        legal = world.legal
        if len(legal) < 2 or action not in legal:  # a forced reply is not worth telling
            return None
        there = world.seen(seat, seen.names)
        labels = {lang: there.label(action, lang) for lang in LANGUAGES}
        known = known or (legal, labels)
        if known != (legal, labels):
            return None
    return LikelyReply(seat, action, labels)


# -- words ---------------------------------------------------------------------------------------


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
