"""Tables for the terminal: the figures of simulations, games and comparisons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from spielzug.cli.common import counted
from spielzug.core.texts import in_four as _t
from spielzug.core.texts import say
from spielzug.lab.compare.component_stats import most_changed
from spielzug.lab.compare.intervals import ALIKE, DIFFERS, OPEN
from spielzug.lab.report.texts import TEXTS as REPORT_TEXTS
from spielzug.pages.numbers import SHARE, NumberFormat

if TYPE_CHECKING:
    from spielzug.wire import learning

OTHER_COLUMNS = 50  # characters beside the name and the interval's bar
MOST_WORDS = 8  # values shown of a measure in words; the JSON has all


def show_figures(figures: Mapping[str, object]) -> None:
    table = Table("figure", "value", box=None)
    for name, value in figures.items():
        if isinstance(value, dict):
            shown = ", ".join(f"{one} {number}" for one, number in value.items())
        else:
            shown = f"{value:,}" if isinstance(value, int | float) else str(value)
        table.add_row(name, shown)
    Console().print(table)


def bar_width(console: Console, others: int) -> int:
    """The width of a bar beside `others` characters of text."""
    return max(8, min(30, console.width - others))


def interval_bar(low: float, rate: float, high: float, width: int) -> str:
    """An interval drawn as a line with its middle marked."""
    line = [" "] * (width + 1)
    for i in range(round(low * width), round(high * width) + 1):
        line[i] = "─"
    line[round(rate * width)] = "●"
    return "".join(line)


def rarely_used(uses: dict[str, int], enough: int) -> list[str]:
    """Lines that list what a run never or hardly used and so could not check."""
    never = [name for name, count in uses.items() if count == 0]
    hardly = [f"{name} ({count:,})" for name, count in uses.items() if count]
    lines = []
    if never:
        lines.append(f"Never used: {', '.join(never)}.")
    if hardly:
        lines.append(f"Rarely used (fewer than {enough:,} times): {', '.join(hardly)}.")
    if lines:
        lines.insert(0, "")
        lines.append("More games, other options or other bots would test these as well.")
    return lines


def show_aliases(console: Console, rows: Sequence[Mapping[str, object]]) -> None:
    """Print what abbreviated names in a table stand for."""
    long = [row for row in rows if row["alias"] != row["bot"]]
    if long:
        console.print()
    for row in long:
        # Never truncated or wrapped, so that it can be copied.
        console.print(
            f"{row['alias']}: {row['bot']}", markup=False, highlight=False, soft_wrap=True
        )


def show_forfeits(console: Console, rows: Sequence[Mapping[str, Any]]) -> None:
    """Print games forfeited by programs, which the tables count as lost."""
    for row in rows:
        if row["forfeits"]:
            out = ", the last ones in a row, and was taken out of the run" if row["out"] else ""
            console.print(
                f"\n{row['alias']} forfeited {counted(row['forfeits'], 'game')} (counted as lost)"
                f"{out}",
                style="yellow", highlight=False, markup=False,
            )  # fmt: skip


def show_measures(console: Console, measures: Mapping[str, Mapping[str, Any]]) -> None:
    """Print numbers with their spread, and measures in words with the share of each."""
    names = ("min", "median", "mean", "p95", "max", "most_often", "share")
    numbers = Table("measure", *names, box=None)
    words = [name for name, about in measures.items() if "shares" in about]
    for name, about in measures.items():
        if name not in words:
            numbers.add_row(name, *(f"{about[key]:g}" for key in names))
    console.print()
    console.print(numbers)
    for name in words:
        shares = measures[name]["shares"]
        told = [f"{what} {share:.1%}" for what, share in list(shares.items())[:MOST_WORDS]]
        more = f" and {len(shares) - MOST_WORDS} more" if len(shares) > MOST_WORDS else ""
        console.print(f"{name}: {', '.join(told)}{more}", markup=False, highlight=False)


def show_simulation(figures: Mapping[str, Any]) -> None:
    console = Console()
    seconds, time = figures.get("seconds"), ""
    if seconds:
        speed = figures["decisions"] / seconds / 1e6
        time = f" in {seconds:.2f} s ({speed:.2f} million per second)"
    console.print(
        f"{counted(figures['games'], 'game')} of {figures['game']} "
        f"with {figures['seats']} seats, "
        f"{figures['decisions']:,} decisions{time}"
    )
    lengths = figures["lengths"]
    console.print(
        f"decisions per game: median {lengths['median']:.0f}, mean {lengths['mean']:.1f}, "
        f"from {lengths['min']} to {lengths['max']}"
    )
    reasons = ", ".join(f"{name} {count:,}" for name, count in figures["reasons"].items())
    console.print(f"endings: {reasons}\n")
    table = Table("who", "games", "wins", "draws", "rate", "95%", "0 … 100%", box=None)
    rows = [(f"seat {row['seat']}", row) for row in figures["by_seat"]]
    rows += [(row["alias"], row) for row in figures["by_bot"]]
    width = bar_width(console, OTHER_COLUMNS + max(len(name) for name, _ in rows))
    for name, row in rows:
        interval = f"{row['low']:.1%} … {row['high']:.1%}"
        drawn = interval_bar(row["low"], row["rate"], row["high"], width)
        numbers = [f"{row[key]:,}" for key in ("games", "wins", "draws")]
        table.add_row(name, *numbers, f"{row['rate']:.2%}", interval, drawn)
    console.print(table)
    show_forfeits(console, figures["by_bot"])
    show_aliases(console, figures["by_bot"])
    if "measures" in figures:
        show_measures(console, figures["measures"])
    if "checks" in figures:
        checks = Table("check", "times", box=None)
        for name, count in figures["checks"].items():
            checks.add_row(name, f"{count:,}")
        for name, count in figures["uses"].items():
            checks.add_row(f"used: {name}", f"{count:,}")
        console.print("\nNo violations.", style="bold green")
        console.print(checks)
        for line in rarely_used(figures["hardly_used"], figures["enough_uses"]):
            console.print(line, highlight=False)
    if "records" in figures:
        console.print(f"\n{counted(figures['records'], 'record')} written")


MOST_ROWS = 12
"""Of longer tables only the best and worst rows are shown; the JSON has all."""


def percent(interval: Sequence[float] | None) -> str:
    """A rate with its interval, in percent."""
    if interval is None:
        return "–"
    value, low, high = interval
    return f"{value:.1%} ({low:.1%} … {high:.1%})"


def points(interval: Sequence[float]) -> str:
    """A difference of rates with its interval, in percentage points."""
    value, low, high = (100 * end for end in interval)
    return f"{value:+.1f} ({low:+.1f} … {high:+.1f})"


def show_game_figures(figures: learning.Figures, console: Console | None = None) -> None:
    """Print the figures of a game in English."""
    console = console or Console()
    for table in figures["tables"]:
        console.print(f"\n{table['games']:,} games with {table['seats']} seats", style="bold")
        order = [f"number {n} to decide" for n, _ in enumerate(table["order"], 1)]
        _rates(console, order, table["order"])
        seats = [row["title"] or f"seat {n}" for n, row in enumerate(table["by_seat"], 1)]
        _rates(console, seats, table["by_seat"])
        if table["openings"] is not None:
            _openings(console, table["openings"])
        for kind in table["things"]:
            for deed in kind["deeds"]:
                _things(console, f"{kind['title']}: {deed['title']}", deed["items"])


def _rates(console: Console, titles: Sequence[str], rows: Sequence[learning.FigureOfSeat]) -> None:
    shown = Table("who", "wins", "rate", box=None)
    for title, row in zip(titles, rows, strict=True):
        shown.add_row(title, f"{row['wins']:g}", percent(row["rate"]) + _mark(row["sure"]))
    console.print(shown)


def _mark(sure: bool) -> str:
    return " *" if sure else ""


def _openings(console: Console, openings: learning.Openings) -> None:
    shown = Table("opening", "chosen", "wins if chosen", "drawn", "wins if drawn", box=None)
    for row in openings["items"]:
        shown.add_row(
            row["name"], f"{row['chosen']:.1%}", percent(row["won"]), f"{row['lot']}",
            percent(row["lot_won"]) + _mark(row["sure"]),
        )  # fmt: skip
    console.print(shown)


def _things(console: Console, title: str, rows: Sequence[learning.FigureOfThing]) -> None:
    told = [(row, row["worth"]) for row in rows if row["worth"] is not None]
    if not told:
        return
    shown = Table(title, "games", "winners", "others", "worth", box=None)
    half = MOST_ROWS // 2
    for row, worth in told if len(told) <= MOST_ROWS else [*told[:half], *told[-half:]]:
        shown.add_row(
            row["name"], f"{row['games']:.0%}", f"{row['winners']:.0%}", f"{row['others']:.0%}",
            points(worth) + _mark(row["sure"]),
        )  # fmt: skip
    console.print(shown)


COMPARE = {
    "measure": _t("Maß", "measure", "mesure", "maat"),
    "between": _t("zwischen", "between", "entre", "tussen"),
    "unmeasured": REPORT_TEXTS["unmeasured"],
    "endings": _t("Enden", "endings", "fins", "einden"),
    "seats": _t(
        "Plätze, das Glück herausgerechnet",
        "seats, adjusted for luck",
        "places, la chance étant retirée",
        "plaatsen, het geluk eruit gerekend",
    ),
    "rules": _t(
        "Regelversion {version}",
        "rules version {version}",
        "version {version} des règles",
        "regelversie {version}",
    ),
    "deals": _t(
        "{n} Plätze: {games} Kartenfolgen, auf beiden Seiten ({bots}, Startzahl {seed})",
        "{n} seats: {games} deals, played by both sides ({bots}, seed {seed})",
        "{n} places : {games} donnes, jouées des deux côtés ({bots}, graine {seed})",
        "{n} plaatsen: {games} delingen, aan beide kanten ({bots}, startgetal {seed})",
    ),
    "games": _t(
        "{n} Plätze: {games} Spiele ({bots}, Startzahl {seed})",
        "{n} seats: {games} games ({bots}, seed {seed})",
        "{n} places : {games} parties ({bots}, graine {seed})",
        "{n} plaatsen: {games} spellen ({bots}, startgetal {seed})",
    ),
    "nothing": _t(
        "{n} Plätze: kein Spiel wurde fertig",
        "{n} seats: no games were finished",
        "{n} places : aucune partie n'a été terminée",
        "{n} plaatsen: er is geen spel afgelopen",
    ),
    "differs": _t("verschieden", "differs", "différent", "verschilt"),
    "alike": _t("gleich genug", "close enough", "assez semblable", "gelijk genoeg"),
    "open": _t("noch offen", "undecided", "encore ouvert", "nog open"),
    "more": _t(
        "etwa {n} Spiele mehr",
        "about {n} more games",
        "environ {n} parties de plus",
        "nog ongeveer {n} spellen",
    ),
    "fair": _t(
        "Am weitesten vom gerechten Anteil ({side}): Platz {seat}, {points} ({between})",
        "Farthest from a fair share ({side}): seat {seat}, {points} ({between})",
        "Le plus loin d'une juste part ({side}) : place {seat}, {points} ({between})",
        "Het verst van een eerlijk deel ({side}): plaats {seat}, {points} ({between})",
    ),
    "changed": _t(
        "am meisten geändert", "biggest changes", "ce qui a le plus changé", "het meest veranderd"
    ),
    "decided": _t(
        "Verschieden: {differ}. Gleich genug: {alike}. Noch offen: {open}.",
        "Different: {differ}. Close enough: {alike}. Undecided: {open}.",
        "Différents : {differ}. Assez semblables : {alike}. Encore ouverts : {open}.",
        "Verschillen: {differ}. Gelijk genoeg: {alike}. Nog open: {open}.",
    ),
    "all_more": _t(
        "Um alles zu entscheiden, braucht es etwa {n} Spiele mehr von jeder Seite.",
        "Deciding them all would take about {n} more games per side.",
        "Pour tout trancher, il faut environ {n} parties de plus de chaque côté.",
        "Om alles te beslissen zijn van elke kant nog ongeveer {n} spellen nodig.",
    ),
    "pairing": _t(
        "Wie ähnlich dieselbe Kartenfolge auf beiden Seiten verläuft: {r} "
        "(0: gar nicht, 1: genau gleich).",
        "How alike the same deal plays out on both sides: {r} (0: not at all, 1: the same).",
        "À quel point la même donne se déroule pareil des deux côtés : {r} "
        "(0 : pas du tout, 1 : à l'identique).",
        "Hoe gelijk dezelfde deling aan beide kanten verloopt: {r} "
        "(0: helemaal niet, 1: precies zo).",
    ),
    "holds": _t(
        "Alle Intervalle der Unterschiede gelten zusammen, mit 95 %.",
        "All difference intervals hold together, at 95%.",
        "Tous les intervalles des différences valent ensemble, à 95 %.",
        "Alle intervallen van de verschillen gelden samen, met 95 %.",
    ),
    "holds_one": _t(
        "Jedes Intervall gilt für sich, mit 95 %.",
        "Each interval holds on its own, at 95%.",
        "Chaque intervalle vaut pour lui-même, à 95 %.",
        "Elk interval geldt op zichzelf, met 95 %.",
    ),
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
        for one in table.get("unmeasured", []):
            between = [""] * (3 if self.two else 1)
            shown.add_row(one["title"], *between, self.say("unmeasured", needs=one["needs"]))
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
            cells: list[RenderableType] = [
                Text(one["title"] + behind),
                self.numbers.value(one["a"], unit),
            ]
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
        changed: Sequence[tuple[Figures, Figures, str]] = most_changed(
            table["things"], MOST_CHANGED
        )
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
