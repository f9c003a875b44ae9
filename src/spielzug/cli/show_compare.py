"""The figures of a comparison as tables for the terminal, with their texts in four languages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from spielzug.core.texts import say
from spielzug.lab.compare.component_stats import most_changed
from spielzug.lab.compare.intervals import ALIKE, DIFFERS, OPEN
from spielzug.pages.page import SHARE, NumberFormat

COMPARE = {
    "measure": {"de": "Maß", "en": "measure", "fr": "mesure", "nl": "maat"},
    "between": {"de": "zwischen", "en": "between", "fr": "entre", "nl": "tussen"},
    "endings": {"de": "Enden", "en": "endings", "fr": "fins", "nl": "einden"},
    "seats": {
        "de": "Plätze, das Glück herausgerechnet",
        "en": "seats, adjusted for luck",
        "fr": "places, la chance étant retirée",
        "nl": "plaatsen, het geluk eruit gerekend",
    },
    "rules": {
        "de": "Regelversion {version}",
        "en": "rules version {version}",
        "fr": "version {version} des règles",
        "nl": "regelversie {version}",
    },
    "deals": {
        "de": "{n} Plätze: {games} Kartenfolgen, auf beiden Seiten ({bots}, Startzahl {seed})",
        "en": "{n} seats: {games} deals, played by both sides ({bots}, seed {seed})",
        "fr": "{n} places : {games} donnes, jouées des deux côtés ({bots}, graine {seed})",
        "nl": "{n} plaatsen: {games} delingen, aan beide kanten ({bots}, startgetal {seed})",
    },
    "games": {
        "de": "{n} Plätze: {games} Spiele ({bots}, Startzahl {seed})",
        "en": "{n} seats: {games} games ({bots}, seed {seed})",
        "fr": "{n} places : {games} parties ({bots}, graine {seed})",
        "nl": "{n} plaatsen: {games} spellen ({bots}, startgetal {seed})",
    },
    "nothing": {
        "de": "{n} Plätze: kein Spiel wurde fertig",
        "en": "{n} seats: no games were finished",
        "fr": "{n} places : aucune partie n'a été terminée",
        "nl": "{n} plaatsen: er is geen spel afgelopen",
    },
    "differs": {"de": "verschieden", "en": "differs", "fr": "différent", "nl": "verschilt"},
    "alike": {
        "de": "gleich genug",
        "en": "close enough",
        "fr": "assez semblable",
        "nl": "gelijk genoeg",
    },
    "open": {"de": "noch offen", "en": "undecided", "fr": "encore ouvert", "nl": "nog open"},
    "more": {
        "de": "etwa {n} Spiele mehr",
        "en": "about {n} more games",
        "fr": "environ {n} parties de plus",
        "nl": "nog ongeveer {n} spellen",
    },
    "fair": {
        "de": "Am weitesten vom gerechten Anteil ({side}): Platz {seat}, {points} ({between})",
        "en": "Farthest from a fair share ({side}): seat {seat}, {points} ({between})",
        "fr": "Le plus loin d'une juste part ({side}) : place {seat}, {points} ({between})",
        "nl": "Het verst van een eerlijk deel ({side}): plaats {seat}, {points} ({between})",
    },
    "changed": {
        "de": "am meisten geändert",
        "en": "biggest changes",
        "fr": "ce qui a le plus changé",
        "nl": "het meest veranderd",
    },
    "decided": {
        "de": "Verschieden: {differ}. Gleich genug: {alike}. Noch offen: {open}.",
        "en": "Different: {differ}. Close enough: {alike}. Undecided: {open}.",
        "fr": "Différents : {differ}. Assez semblables : {alike}. Encore ouverts : {open}.",
        "nl": "Verschillen: {differ}. Gelijk genoeg: {alike}. Nog open: {open}.",
    },
    "all_more": {
        "de": "Um alles zu entscheiden, braucht es etwa {n} Spiele mehr von jeder Seite.",
        "en": "Deciding them all would take about {n} more games per side.",
        "fr": "Pour tout trancher, il faut environ {n} parties de plus de chaque côté.",
        "nl": "Om alles te beslissen zijn van elke kant nog ongeveer {n} spellen nodig.",
    },
    "pairing": {
        "de": "Wie ähnlich dieselbe Kartenfolge auf beiden Seiten verläuft: {r} "
        "(0: gar nicht, 1: genau gleich).",
        "en": "How alike the same deal plays out on both sides: {r} (0: not at all, 1: the same).",
        "fr": "À quel point la même donne se déroule pareil des deux côtés : {r} "
        "(0 : pas du tout, 1 : à l'identique).",
        "nl": "Hoe gelijk dezelfde deling aan beide kanten verloopt: {r} "
        "(0: helemaal niet, 1: precies zo).",
    },
    "holds": {
        "de": "Alle Intervalle der Unterschiede gelten zusammen, mit 95 %.",
        "en": "All difference intervals hold together, at 95%.",
        "fr": "Tous les intervalles des différences valent ensemble, à 95 %.",
        "nl": "Alle intervallen van de verschillen gelden samen, met 95 %.",
    },
    "holds_one": {
        "de": "Jedes Intervall gilt für sich, mit 95 %.",
        "en": "Each interval holds on its own, at 95%.",
        "fr": "Chaque intervalle vaut pour lui-même, à 95 %.",
        "nl": "Elk interval geldt op zichzelf, met 95 %.",
    },
}


MOST_CHANGED = 10
MARKS = {DIFFERS: ("●", "bold green"), ALIKE: ("=", "dim"), OPEN: ("?", "yellow")}
"""Signs in addition to colours, for people who cannot tell the colours apart."""
Figures = Mapping[str, Any]


class ComparisonPrinter:
    """Prints a comparison in its language."""

    def __init__(self, figures: Figures, console: Console) -> None:
        self.figures, self.console = figures, console
        self.lang = figures["lang"]
        self.numbers = NumberFormat(self.lang)
        self.two = len(figures["sides"]) == 2

    def say(self, key: str, **values: object) -> str:
        return say(COMPARE, key, self.lang, **values)

    def print(self, text: str = "", style: str = "") -> None:
        self.console.print(Text(text, style))

    # -- the whole comparison --------------------------------------------------------------------

    def show(self) -> None:
        for letter, side in zip("AB", self.figures["sides"], strict=False):
            rules = self.say("rules", version=side["rules_version"])
            self.print(f"{letter}  {side['label']}  ({side['set']}, {rules})")
        for table in self.figures["tables"]:
            self.show_table(table)
        self.print()
        self.print(self.say("holds" if self.two else "holds_one"), "dim")

    def show_table(self, table: Figures) -> None:
        self.print()
        n = table["seats"]
        if not table["games"]:
            self.print(self.say("nothing", n=n))
            return
        self.print(
            self.say(
                "deals" if self.two else "games", n=n, games=self.numbers.count(table["games"]),
                bots=", ".join(self.figures["bots"]), seed=self.figures["seed"],
            ),
            "bold",
        )  # fmt: skip
        shown = self.columns()
        self.section(shown, "", table["measures"])
        self.section(shown, "endings", [
            {**one, **one["rates"], "unit": SHARE} for one in table["endings"]
        ])  # fmt: skip
        self.section(shown, "seats", [{**one, "unit": SHARE} for one in table["seat_rates"]])
        self.console.print(shown)
        self.show_fairness(table)
        if self.two:
            self.show_changed(table)
            self.show_verdicts(table)

    # -- parts -----------------------------------------------------------------------------------

    def columns(self) -> Table:
        made = Table(box=None, pad_edge=False)
        made.add_column(self.say("measure"), overflow="fold")
        made.add_column("A", justify="right")
        if self.two:
            made.add_column("B", justify="right")
            made.add_column("B − A", justify="right")
        made.add_column(self.say("between"), justify="right")
        if self.two:
            made.add_column("")
        return made

    def section(self, shown: Table, title: str, entries: Sequence[Figures]) -> None:
        if title and entries:
            shown.add_row(Text(self.say(title), "italic"))
        for one in entries:
            unit = one["unit"]
            behind = "" if unit == SHARE or not unit else f" ({unit})"
            cells: list[Any] = [Text(one["title"] + behind), self.numbers.value(one["a"], unit)]
            if self.two:
                change = one["difference"]
                cells += [
                    self.numbers.value(one["b"], unit),
                    self.numbers.difference(change, unit),
                    self.numbers.interval(change, unit, sign=True),
                    self.verdict(one),
                ]
            else:
                cells.append(self.numbers.interval(one["a"], unit))
            shown.add_row(*cells)

    def verdict(self, one: Figures) -> Text:
        mark, style = MARKS[one["verdict"]]
        words = self.say(one["verdict"])
        if one["verdict"] == OPEN and one.get("games_more"):
            words = self.say("more", n=self.numbers.count(one["games_more"]))
        return Text(f"{mark} {words}", style)

    def show_fairness(self, table: Figures) -> None:
        """Print the seat that is farthest from its fair share, for each variant."""
        for letter, side in zip("AB", self.figures["sides"], strict=False):
            fair = [seat["from_fair"][letter.lower()] for seat in table["seat_rates"]]
            worst = max(range(len(fair)), key=lambda seat: abs(fair[seat]["value"]))
            self.print(
                self.say(
                    "fair", side=side["label"] if self.two else "A", seat=worst + 1,
                    points=self.numbers.difference(fair[worst], SHARE),
                    between=self.numbers.interval(fair[worst], SHARE, sign=True) or "…",
                )
            )  # fmt: skip

    def show_changed(self, table: Figures) -> None:
        """Print the cards and spaces whose use changed most."""
        changed = most_changed(table["things"], MOST_CHANGED)
        if not changed:
            return
        shown = Table(box=None, pad_edge=False)
        shown.add_column(self.say("changed"), overflow="fold")
        shown.add_column("")
        for name in ("A", "B", "B − A", self.say("between")):
            shown.add_column(name, justify="right")
        shown.add_column("")
        for things, item, deed in changed:
            a, b = ({**item[side][deed], "value": item[side][deed]["rate"]} for side in "ab")
            title = next(one["title"] for one in things["deeds"] if one["name"] == deed)
            shown.add_row(
                Text(f"{item['name']} ({things['title']})"), Text(title),
                self.numbers.value(a, SHARE), self.numbers.value(b, SHARE),
                self.numbers.difference(b["difference"], SHARE),
                self.numbers.interval(b["difference"], SHARE, sign=True), self.verdict(b),
            )  # fmt: skip
        self.print()
        self.console.print(shown)

    def show_verdicts(self, table: Figures) -> None:
        every = [*table["measures"], *table["endings"], *table["seat_rates"]]
        count = {word: sum(one["verdict"] == word for one in every) for word in MARKS}
        self.print()
        self.print(self.say("decided", differ=count[DIFFERS], alike=count[ALIKE], open=count[OPEN]))
        if count[OPEN]:
            most = max(one["games_more"] for one in every if one["verdict"] == OPEN)
            self.print(self.say("all_more", n=self.numbers.count(most)))
        r = table["pairing"]["correlation"]
        if r is not None:
            self.print(self.say("pairing", r=self.numbers.plain(r, 2)))


def show_comparison(figures: Figures, console: Console | None = None) -> None:
    ComparisonPrinter(figures, console or Console()).show()
