"""Plans of car faces: read from drawings that people can read, measured and checked (B2, B3).

A plan has 7 lines of 13 characters, the rear on the left. Spaces stand at odd places of odd lines;
what lies between two spaces is a blank or a wall. Spaces are numbered column by column, so that
a set of spaces is 18 bits.
"""

from __future__ import annotations

from dataclasses import dataclass

from spielzug.core.errors import DataError
from spielzug.core.sets import Address, Source

COLUMNS, ROWS = 6, 3
SPACES = COLUMNS * ROWS
LINES, WIDTH = 2 * ROWS + 1, 2 * COLUMNS + 1
MIDDLE = 1  # the row of the doors, unless a plan has them elsewhere
STARTS = 7
BRAKES = 2

ORDINARY, CABOOSE, ENGINE = "ordinary", "caboose", "engine"
BRAINS = (2, 4)  # brain spaces of an ordinary face, fewest and most
CROSSING = (6, 10)  # steps from the rear door space to the next car's
NEAR_FRONT = COLUMNS // 2  # brakes stand in the columns from this one on
PLAIN_SIGN, BRAIN_SIGN, BRAKE_SIGN = ".", "*", "B"
START_SIGNS = "1234567"
SIGNS = PLAIN_SIGN + BRAIN_SIGN + BRAKE_SIGN + START_SIGNS


def space_name(space: int) -> str:
    return f"{chr(ord('a') + space // ROWS)}{space % ROWS + 1}"


def space_number(name: str) -> int:
    return (ord(name[0]) - ord("a")) * ROWS + int(name[1]) - 1


@dataclass(frozen=True)
class CarFloorPlan:
    """A checked plan."""

    lines: tuple[str, ...]
    signs: str
    """What stands on each space."""
    steps: tuple[tuple[int, ...], ...]
    """How many steps two spaces are apart, without leaving the car."""

    @property
    def brains(self) -> list[int]:
        return [s for s, sign in enumerate(self.signs) if sign == BRAIN_SIGN]

    @property
    def brakes(self) -> list[int]:
        return [s for s, sign in enumerate(self.signs) if sign == BRAKE_SIGN]

    @property
    def starts(self) -> list[int]:
        """The start spaces in the order of their numbers."""
        return [self.signs.index(sign) for sign in START_SIGNS if sign in self.signs]

    @property
    def rear(self) -> int:
        """The space at the rear door; without one, where it would be."""
        return self._doors(0)[0]

    @property
    def front(self) -> int:
        """The space at the front door; without one, where it would be."""
        return (COLUMNS - 1) * ROWS + self._doors(WIDTH - 1)[0]

    def _doors(self, x: int) -> list[int]:
        """The rows of the doors at one end."""
        return [row for row in range(ROWS) if self.lines[2 * row + 1][x] == " "] or [MIDDLE]

    @property
    def crossing(self) -> int:
        """Steps from the rear door space to the rear door space of the next car."""
        return self.steps[self.rear][self.front] + 1

    def neighbours(self, space: int) -> list[int]:
        return [s for s, far in enumerate(self.steps[space]) if far == 1]


class _PlanReader:
    """Refuses with the face, the line and the column named."""

    def __init__(self, source: Source, place: Address) -> None:
        self.source = source
        self.place = place

    def refuse(self, text: str, line: int | None = None, column: int | None = None) -> DataError:
        where = f"line {line}" if line is not None else ""
        where += f", column {column}" if column is not None else ""
        return self.source.refuse(self.place, f"{where}: {text}" if where else text, line or 0)

    def warn(self, text: str, line: int | None = None, column: int | None = None) -> None:
        where = f"line {line}, column {column}: " if line is not None else ""
        self.source.warn(self.place, where + text, line or 0)


def parse_plan(text: str, kind: str, source: Source, place: Address) -> CarFloorPlan:
    """A plan from its drawing; refused with the place and the reason if it breaks B2."""
    reader = _PlanReader(source, place)
    lines = tuple(line.rstrip("\n").ljust(WIDTH) for line in text.rstrip("\n").split("\n"))
    if len(lines) != LINES:
        raise reader.refuse(f"a plan has {LINES} lines, not {len(lines)} (B2)")
    for number, line in enumerate(lines, 1):
        if len(line) != WIDTH:
            raise reader.refuse(f"a line has {WIDTH} characters, not {len(line)} (B2)", number)
    _refuse_characters(reader, lines)
    _refuse_outline(reader, lines, kind)
    signs = "".join(
        lines[2 * row + 1][2 * column + 1] for column in range(COLUMNS) for row in range(ROWS)
    )
    plan = CarFloorPlan(lines, signs, _measure(lines))
    _refuse_plan(reader, plan, kind)
    return plan


def _refuse_characters(reader: _PlanReader, lines: tuple[str, ...]) -> None:
    for y, line in enumerate(lines):
        for x, char in enumerate(line):
            if y % 2 and x % 2:
                wanted = SIGNS
            elif y % 2:
                wanted = " |"
            else:
                wanted = " -" if x % 2 else "+"
            if char not in wanted:
                allowed = " ".join("blank" if c == " " else c for c in wanted)
                raise reader.refuse(f"{char!r} cannot stand here (B2); use {allowed}", y + 1, x + 1)


def _refuse_outline(reader: _PlanReader, lines: tuple[str, ...], kind: str) -> None:
    for y in (0, LINES - 1):
        for x in range(1, WIDTH, 2):
            if lines[y][x] != "-":
                raise reader.refuse("the side of a car is closed (B2); use -", y + 1, x + 1)
    ends = (("rear", 0, kind != CABOOSE), ("front", WIDTH - 1, kind != ENGINE))
    for end, x, has_door in ends:
        doors = [y for y in range(1, LINES, 2) if lines[y][x] == " "]
        if doors and not has_door:
            raise reader.refuse(f"the {end} end is closed here (B2); use |", doors[0] + 1, x + 1)
        if len(doors) != has_door:
            raise reader.refuse(
                f"the {end} end has {len(doors)} doors; the record has room for one (B2): "
                "one blank, and | elsewhere"
            )
        if doors and doors[0] != LINES // 2:
            reader.warn(f"the {end} door is not in the middle (B2)", doors[0] + 1, x + 1)


def _open_sides(lines: tuple[str, ...], space: int) -> list[int]:
    column, row = divmod(space, ROWS)
    x, y = 2 * column + 1, 2 * row + 1
    found = []
    for across, down in ((-1, 0), (0, -1), (0, 1), (1, 0)):
        inside = 0 <= column + across < COLUMNS and 0 <= row + down < ROWS
        if inside and lines[y + down][x + across] == " ":
            found.append(space + across * ROWS + down)
    return found


def _measure(lines: tuple[str, ...]) -> tuple[tuple[int, ...], ...]:
    """Steps between all spaces; -1 where no way leads."""
    table = []
    for start in range(SPACES):
        far = [-1] * SPACES
        far[start] = 0
        queue = [start]
        for space in queue:
            for other in _open_sides(lines, space):
                if far[other] < 0:
                    far[other] = far[space] + 1
                    queue.append(other)
        table.append(tuple(far))
    return tuple(table)


def _refuse_plan(reader: _PlanReader, plan: CarFloorPlan, kind: str) -> None:
    door = plan.front if kind == CABOOSE else plan.rear
    for space, far in enumerate(plan.steps[door]):
        if far < 0:
            column, row = divmod(space, ROWS)
            raise reader.refuse(
                f"space {space_name(space)} cannot be reached from the door (B2)",
                2 * row + 2,
                2 * column + 2,
            )
    found = sorted(sign for sign in plan.signs if sign in START_SIGNS)
    if "".join(found) != (START_SIGNS if kind == CABOOSE else ""):
        wanted = f"exactly 1 to {STARTS}" if kind == CABOOSE else "none"
        raise reader.refuse(f"the start spaces are {' '.join(found) or 'none'}, not {wanted} (B2)")
    if plan.brakes and kind != ENGINE:
        raise reader.refuse("only the Engine has brake spaces (B2, B18)")
    if kind == ENGINE and not plan.brakes:
        raise reader.refuse("there is no brake space: no game could end (B18)")
    _warn_plan(reader, plan, kind)


def _warn_plan(reader: _PlanReader, plan: CarFloorPlan, kind: str) -> None:
    """What is odd beside the printed cars, as far as they are known, and can be played."""
    low, high = BRAINS if kind == ORDINARY else (0, 0)
    if not low <= len(plan.brains) <= high:
        usual = f"{low} to {high}" if high else "none"
        reader.warn(f"there are {len(plan.brains)} brain spaces; {usual} are usual (B2)")
    if kind == ORDINARY and not CROSSING[0] <= plan.crossing <= CROSSING[1]:
        usual = f"{CROSSING[0]} to {CROSSING[1]}"
        reader.warn(f"crossing the car takes {plan.crossing} steps; {usual} are usual (B2)")
    if kind == ENGINE and len(plan.brakes) != BRAKES:
        reader.warn(f"there are {len(plan.brakes)} brake spaces; {BRAKES} are usual (B2)")
    for space in plan.brakes:
        if space // ROWS < NEAR_FRONT:
            reader.warn(f"brake space {space_name(space)} is not near the front (B2)")
