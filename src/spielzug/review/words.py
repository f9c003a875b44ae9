"""A review as text, made of the game's own labels and sentences."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import TYPE_CHECKING, cast

from spielzug.bots.advice import in_percent
from spielzug.core.errors import UsageError
from spielzug.core.events import seen_by
from spielzug.core.keys import SplitMix64
from spielzug.core.match import DEAL, Match
from spielzug.core.position import Position, Seen
from spielzug.core.texts import listing, require_language, say
from spielzug.pages.numbers import NumberFormat
from spielzug.review.records import (
    POOR,
    WORDS,
    DecisionReview,
    GameReview,
    LuckReview,
    SeatReview,
)
from spielzug.review.texts import COUNTS, SENTENCES, TERMS

if TYPE_CHECKING:
    from spielzug.wire.review import (
        DecisionWords,
        LuckWords,
        ReviewTerms,
        ReviewWords,
        SeatWords,
    )

WORLDS = 4  # possible deals in which a step must read the same before we tell it
LONGEST = 3  # steps of the likely continuation


def write_words(
    review: GameReview, match: Match, lang: str = "en", names: Sequence[str] | None = None
) -> ReviewWords:
    """All texts of a review; `names` replaces the players' names."""
    return _ReviewWriter(review, match, lang, names).words()


def points(share: float) -> int:
    """A share of the win in percentage points."""
    return round(100 * share)


def say_agreed(match: Match, lang: str) -> str:
    """That nothing proves that everyone agreed to an undo; empty if no undo is marked so."""
    undos = match.agreed_undos
    if not undos:
        return ""
    return say(SENTENCES, "agreed", lang, n=len(undos), entries=", ".join(map(str, undos)))


class _ReviewWriter:
    """The texts of one review in one language."""

    def __init__(
        self, review: GameReview, match: Match, lang: str, names: Sequence[str] | None
    ) -> None:
        if review.entries != len(match.log) or review.game != match.game.name:
            raise UsageError("this review is of another game: make one of this game")
        self.review = review
        self.match = match
        self.lang = require_language(lang)
        self.names = list(names or match.names)
        self.numbers = NumberFormat(lang)
        self._at = {entry.number: n for n, entry in enumerate(match.decisions, start=1)}
        """How many decisions were made after an entry."""

    def words(self) -> ReviewWords:
        review, agreed = self.review, say_agreed(self.match, self.lang)
        return {
            "lang": self.lang,
            "view": self.say(f"view_{review.view}"),
            "about": f"{self.say('about', bot=review.budget.bot)} {agreed}".rstrip(),
            "terms": cast("ReviewTerms", {key: say(TERMS, key, self.lang) for key in TERMS}),
            "seats": [self.seat(seat) for seat in review.by_seat],
            "decisions": [self.decision(decision) for decision in review.decisions],
            "luck": [self.luck(luck) for luck in review.luck],
        }

    def say(self, key: str, **values: object) -> str:
        return say(SENTENCES, key, self.lang, **values)

    # -- a seat -----------------------------------------------------------------------------------

    def seat(self, seat: SeatReview) -> SeatWords:
        name = self.names[seat.seat]
        decided = sum(seat.counts.values())
        ended = self.say(self._ended(seat.result))
        accuracy = round(seat.accuracy)
        headline = (
            self.say("headline", name=name, ended=ended, accuracy=accuracy)
            if decided
            else self.say("headline_bare", name=name, ended=ended)
        )
        sentences = [
            self.say("began", start=points(seat.start), result=points(seat.result)),
            self._counted(seat, decided),
            *self._sums(seat, decided),
            self._rest(seat),
        ]
        return {
            "seat": seat.seat,
            "name": name,
            "headline": headline,
            "sentences": sentences,
            "worst": seat.worst,
        }

    def _ended(self, result: float) -> str:
        shares = self.review.result
        if result == 0:
            return "lost"
        if all(share == result for share in shares):
            return "drew"
        return "won" if result == 1 else "shared"

    def _counted(self, seat: SeatReview, decided: int) -> str:
        if not decided:
            return self.say("no_choice")
        counts = [
            say(COUNTS, word, self.lang, n=seat.counts[word])
            for word in WORDS
            if seat.counts.get(word)
        ]
        return self.say("counted", n=decided, counts=listing(counts, self.lang))

    def _sums(self, seat: SeatReview, decided: int) -> list[str]:
        play, given, luck = points(seat.play), points(seat.given), points(seat.luck)
        said = []
        if decided:
            said.append(self.say("play", n=play) if play else self.say("play_none"))
        if given:
            said.append(self.say("given" if given > 0 else "given_away", n=abs(given)))
        key = "luck" if luck > 0 else "luck_away" if luck < 0 else "luck_even"
        said.append(self.say(key, n=abs(luck)))
        return said

    def _rest(self, seat: SeatReview) -> str:
        """How much does not add up, and whether that exceeds the error."""
        rest = points(seat.rest)
        if not rest:
            return self.say("rest_none")
        key = "rest" if rest > 0 else "rest_over"
        beyond = "_beyond" if abs(seat.rest) > seat.rest_error else ""
        return self.say(key + beyond, n=abs(rest), error=points(seat.rest_error))

    # -- a decision -------------------------------------------------------------------------------

    def decision(self, decision: DecisionReview) -> DecisionWords:
        position = self._at[decision.entry] - 1
        before = self.match.position_after(position)
        seen = before.seen(decision.seat, self.names)
        taken, best = (seen.label(a, self.lang) for a in (decision.action, decision.best))
        other = decision.best != decision.action
        return {
            "entry": decision.entry,
            "position": position,
            "seat": decision.seat,
            "word": say(TERMS, decision.word, self.lang),
            "taken": taken,
            "best": best,
            "notation": seen.notation(decision.action),
            "best_notation": seen.notation(decision.best),
            "cost": self.cost(decision) if other else "",
            "reason": self._reason(decision, best, other),
            "line": self._line(decision, before, seen) if decision.word in POOR else "",
        }

    def cost(self, decision: DecisionReview) -> str:
        """Empty if it rounds to 0."""
        cost, error = points(decision.cost), points(decision.error)
        if not cost:
            return ""
        if not error:
            return self.say("cost", n=cost)
        return self.say("cost_about", n=cost, error=error)

    def _reason(self, decision: DecisionReview, best: str, other: bool) -> str:
        chance = in_percent(decision.chance)
        if not other:
            if decision.certain:
                return self.say("found_certain")
            return self.say("found_best", chance=chance)
        if decision.certain and decision.word in POOR:
            return self.say("missed", label=best, chance=chance)
        # Rounded separately, two chances may seem further apart than they are.
        values = {"label": best, "chance": chance, "best": in_percent(decision.best_chance)}
        if decision.cost <= decision.error:
            return self.say("perhaps", **values)
        return self.say("better" if decision.word in POOR else "slight", **values)

    def _line(self, decision: DecisionReview, before: Position, seen: Seen) -> str:
        """The likely continuation, as far as it does not depend on anything unknown."""
        rng = SplitMix64(decision.entry)
        common: list[tuple[str, bool]] | None = None
        for _ in range(WORLDS):
            key = rng.next()
            world = seen.guess(key) if self.review.view == "known" else before.copy()
            world.set_rng(key)
            world.advance(decision.best)
            steps = self._steps(world, decision.line[:LONGEST])
            common = steps if common is None else _same_beginning(common, steps)
            if not common:
                return ""
        told = [step for step, is_news in common or () if is_news]
        return self.say("line", steps=", ".join(told)) if told else ""

    def _steps(self, world: Position, line: Sequence[tuple[int, int]]) -> list[tuple[str, bool]]:
        """The playable part of the line in one world; a forced move is not news."""
        steps = []
        for seat, action in line:
            if world.over or world.actor != seat or action not in world.legal:
                break
            label = world.seen(seat, self.names).label(action, self.lang)
            step = self.say("step", name=self.names[seat], label=label)
            steps.append((step, len(world.legal) > 1))
            world.advance(action)
        return steps

    # -- luck -------------------------------------------------------------------------------------

    def luck(self, luck: LuckReview) -> LuckWords:
        entry = self.match.log[luck.entry]
        if luck.entry == 0:
            text = self.say("deal" if entry.kind == DEAL else "beginning")
        else:
            # As the seat that decided saw it; events of the table are public.
            said = seen_by(entry.events, entry.seat)
            facts = self.match.now.facts_reading
            text = " ".join(self.match.game.words.sentences(facts, said, self.names, self.lang))
        return {
            "entry": luck.entry,
            "position": self._at.get(luck.entry, 0),
            "text": text,
            "sentence": self._brought(luck.by_seat),
        }

    def _brought(self, by_seat: Sequence[float]) -> str:
        told = [
            f"{name} {self.numbers.plain(points(share), 0, sign=True)}"
            for name, share in zip(self.names, by_seat, strict=True)
            if points(share)
        ]
        return self.say("brought", seats=", ".join(told)) if told else self.say("hardly")


def _same_beginning(
    one: list[tuple[str, bool]], other: list[tuple[str, bool]]
) -> list[tuple[str, bool]]:
    same = list(takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))
    return one[: len(same)]
