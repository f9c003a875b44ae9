"""Why an action is not allowed in Die Zwergenzugfahrt: texts, and how the right one is found."""
# ruff: noqa: E501 - a sentence stays on one line, so that translators see it whole

from __future__ import annotations

from collections.abc import Sequence

from spielzug.core.declaration import Plain
from spielzug.core.endings import Refusal, common_refusal, common_refusals, refusal_text
from spielzug.core.texts import in_four as _t
from spielzug.games import engine_of
from spielzug.games.zwergenzugfahrt import state as s
from spielzug.games.zwergenzugfahrt.facts import CODES, MODE_TIME, NOWHERE, Facts
from spielzug.games.zwergenzugfahrt.facts.sets import SEAT
from spielzug.games.zwergenzugfahrt.say.texts import SEAT_NAMES
from spielzug.games.zwergenzugfahrt.state import State, beside, code_name

WHY_NOT = {
    **common_refusals("(Z13, Z14)"),
    "no_clock": _t(
        "Dieses Spiel wird ohne Uhr gespielt (Z14): Nur ein Spiel auf Zeit läuft ab.",
        "This game has no clock (Z14), so time cannot run out.",
        "Cette partie se joue sans pendule (Z14) : seule une partie au temps s'écoule.",
        "Dit spel wordt zonder klok gespeeld (Z14): alleen een spel op tijd loopt af.",
    ),
    "no_field": _t(
        "{field} liegt nicht auf diesem Spielplan (Z2).",
        "{field} is not on this board (Z2).",
        "{field} n'existe pas sur ce plateau (Z2).",
        "{field} ligt niet op dit bord (Z2).",
    ),
    "conductor_waits": _t(
        "Der Schaffner wartet (Z12): Wähle zuerst, welches Schild er mitnimmt.",
        "The conductor is waiting (Z12): first choose which sign he takes away.",
        "Le contrôleur attend (Z12) : choisissez d'abord le panneau qu'il retire.",
        "De conducteur wacht (Z12): kies eerst welk bordje hij meeneemt.",
    ),
    "conductor_not_here": _t(
        "Gerade kommt kein Schaffner (Z12): Spielzüge zwischen zwei Besuchen: {every}.",
        "The conductor is not here now (Z12): he comes after every {every} {every:turn|turns}.",
        "Le contrôleur n'est pas là (Z12) : tours entre deux passages : {every}.",
        "Er is nu geen conducteur (Z12): beurten tussen twee bezoeken: {every}.",
    ),
    "conductor_no_sign": _t(
        "Auf {field} liegt kein Schild von {clan} (Z12): Wähle eines, das dort liegt.",
        "{clan} has no sign on {field} (Z12): choose one of their signs in the train.",
        "Il n'y a pas de panneau de {clan} en {field} (Z12) : choisissez-en un qui y soit.",
        "Op {field} ligt geen bordje van {clan} (Z12): kies er een dat er ligt.",
    ),
    "can_act": _t(
        "Passen darf nur, wer nichts tun kann (Z3, Z10).",
        "You may only pass if your clan cannot do anything else (Z3, Z10).",
        "Seul un clan qui ne peut rien faire a le droit de passer (Z3, Z10).",
        "Alleen wie niets kan doen mag passen (Z3, Z10).",
    ),
    "no_dwarf": _t(
        "Auf {field} steht niemand (Z4): Wähle ein Feld mit einem eigenen Zwerg.",
        "There is nobody on {field} (Z4): choose a space with one of your dwarves.",
        "Il n'y a personne en {field} (Z4) : choisissez une case avec un de vos nains.",
        "Op {field} staat niemand (Z4): kies een veld met een eigen dwerg.",
    ),
    "rival_dwarf": _t(
        "Auf {field} steht ein Zwerg von {clan} (Z4): Du bewegst nur deinen Clan.",
        "The dwarf on {field} belongs to {clan} (Z4): you can only move your own.",
        "Le nain en {field} est à {clan} (Z4) : vous ne déplacez que votre clan.",
        "De dwerg op {field} is van {clan} (Z4): je verplaatst alleen je eigen clan.",
    ),
    "edge": _t(
        "Neben {field} endet dort der Spielplan (Z1).",
        "The board ends there, next to {field} (Z1).",
        "Le plateau s'arrête là à côté de {field} (Z1).",
        "Naast {field} houdt het bord daar op (Z1).",
    ),
    "wall": _t(
        "Zwischen {field} und {goal} ist die Wand des Zuges (Z1): Nimm eine Tür.",
        "The wall of the train is between {field} and {goal} (Z1): use a door.",
        "La paroi du train sépare {field} et {goal} (Z1) : passez par une porte.",
        "Tussen {field} en {goal} zit de wand van de trein (Z1): neem een deur.",
    ),
    "rival_home": _t(
        "{field} ist ein Startfeld von {clan} (Z2): Dort darf nur dieser Clan hin.",
        "{field} is a home of {clan} (Z2): only that clan may go there.",
        "{field} est une case de départ de {clan} (Z2) : seul ce clan peut y entrer.",
        "{field} is een thuisveld van {clan} (Z2): alleen die clan mag daarheen.",
    ),
    "own_dwarf_there": _t(
        "Auf {field} steht schon ein eigener Zwerg (Z4).",
        "One of your own dwarves is already on {field} (Z4).",
        "Un de vos nains se trouve déjà en {field} (Z4).",
        "Op {field} staat al een eigen dwerg (Z4).",
    ),
    "rival_there": _t(
        "Auf {field} steht ein Zwerg von {clan} (Z4): Dorthin kommst du nur mit einem Kick ({kick}).",
        "{clan} has a dwarf on {field} (Z4): you can only get there with a kick ({kick}).",
        "Un nain de {clan} se trouve en {field} (Z4) : on n'y va qu'en le bousculant ({kick}).",
        "Op {field} staat een dwerg van {clan} (Z4): daar kom je alleen met een schop ({kick}).",
    ),
    "seat_taken": _t(
        "Auf dem Sitz {field} sitzt schon jemand (Z4, Z5): Wer sitzt, ist sicher.",
        "Somebody is already sitting on {field} (Z4, Z5): a seated dwarf is safe.",
        "Quelqu'un est déjà assis en {field} (Z4, Z5) : qui est assis est à l'abri.",
        "Op {field} zit al iemand (Z4, Z5): wie zit, is veilig.",
    ),
    "signed": _t(
        "Auf {field} liegt ein Schild (Z11): Dort setzt sich niemand, auch der eigene Clan nicht.",
        "There is a sign on {field} (Z11): nobody may sit there, not even the clan that put it there.",
        "Il y a un panneau en {field} (Z11) : personne ne s'y assied, même pas son clan.",
        "Op {field} ligt een bordje (Z11): daar gaat niemand zitten, ook de eigen clan niet.",
    ),
    "kick_nobody": _t(
        "Auf {field} steht niemand, den man kicken könnte (Z8).",
        "There is nobody on {field} to kick (Z8).",
        "Il n'y a personne à bousculer en {field} (Z8).",
        "Op {field} staat niemand om weg te schoppen (Z8).",
    ),
    "kick_own": _t(
        "Auf {field} steht ein eigener Zwerg (Z8): Gekickt werden nur Rivalen.",
        "The dwarf on {field} is your own (Z8): you can only kick your rival's.",
        "C'est un de vos nains en {field} (Z8) : on ne bouscule que les rivaux.",
        "Op {field} staat een eigen dwerg (Z8): alleen rivalen worden weggeschopt.",
    ),
    "kick_seat": _t(
        "{field} ist ein Sitz (Z5, Z8): Wer sitzt, ist sicher.",
        "{field} is a seat (Z5, Z8): a seated dwarf is safe.",
        "{field} est un siège (Z5, Z8) : qui est assis est à l'abri.",
        "{field} is een zitplaats (Z5, Z8): wie zit, is veilig.",
    ),
    "kick_home": _t(
        "{field} ist ein Startfeld (Z8): Dort wird niemand gekickt.",
        "{field} is a home (Z8): nobody can be kicked there.",
        "{field} est une case de départ (Z8) : on n'y bouscule personne.",
        "{field} is een thuisveld (Z8): daar wordt niemand weggeschopt.",
    ),
    "no_seat": _t(
        "{field} ist kein Sitz (Z6): Schilder liegen nur auf Sitzen.",
        "{field} is not a seat (Z6): signs only go on seats.",
        "{field} n'est pas un siège (Z6) : les panneaux ne se posent que sur les sièges.",
        "{field} is geen zitplaats (Z6): bordjes liggen alleen op zitplaatsen.",
    ),
    "no_stock": _t(
        "Dein Clan hat kein Schild mehr im Vorrat (Z6).",
        "Your clan has no signs left in stock (Z6).",
        "Votre clan n'a plus de panneau en réserve (Z6).",
        "Je clan heeft geen bordje meer in voorraad (Z6).",
    ),
    "reserve_occupied": _t(
        "Auf {field} sitzt schon jemand (Z6).",
        "Somebody is already sitting on {field} (Z6).",
        "Quelqu'un est déjà assis en {field} (Z6).",
        "Op {field} zit al iemand (Z6).",
    ),
    "reserve_signed": _t(
        "Auf {field} liegt schon ein Schild (Z6).",
        "There is already a sign on {field} (Z6).",
        "Il y a déjà un panneau en {field} (Z6).",
        "Op {field} ligt al een bordje (Z6).",
    ),
    "reserve_far": _t(
        "Neben {field} steht kein eigener Zwerg (Z1, Z6): Geh zuerst dorthin.",
        "None of your dwarves is next to {field} (Z1, Z6): go there first.",
        "Aucun de vos nains n'est à côté de {field} (Z1, Z6) : allez-y d'abord.",
        "Naast {field} staat geen eigen dwerg (Z1, Z6): ga er eerst heen.",
    ),
    "reserve_wall": _t(
        "{field} liegt hinter der Wand des Zuges (Z1, Z6): Reservieren geht nur von innen.",
        "{field} is behind the wall of the train (Z1, Z6): you can only reserve it from inside.",
        "{field} est derrière la paroi du train (Z1, Z6) : réservez depuis l'intérieur.",
        "{field} ligt achter de wand van de trein (Z1, Z6): reserveer van binnenuit.",
    ),
    "take_none": _t(
        "Auf {field} liegt kein Schild (Z7).",
        "There is no sign on {field} (Z7).",
        "Il n'y a pas de panneau en {field} (Z7).",
        "Op {field} ligt geen bordje (Z7).",
    ),
    "take_own": _t(
        "Das Schild auf {field} ist ein eigenes (Z7): Weggenommen werden nur die des Rivalen.",
        "The sign on {field} is your own (Z7): you can only take away your rival's.",
        "Le panneau en {field} est à vous (Z7) : on ne retire que ceux du rival.",
        "Het bordje op {field} is van jezelf (Z7): alleen die van de rivaal haal je weg.",
    ),
    "take_sixth": _t(
        "Dein Clan hat schon {takes} Schilder weggenommen (Z7): Mehr geht in einem Spiel nicht.",
        "Your clan has already taken away {takes} signs (Z7): that is the limit for one game.",
        "Votre clan a déjà retiré {takes} panneaux (Z7) : c'est tout pour une partie.",
        "Je clan heeft al {takes} bordjes weggehaald (Z7): meer mag niet in één spel.",
    ),
    "take_second": _t(
        "Dein Clan hat schon ein Schild weggenommen (Z7): Mehr geht in einem Spiel nicht.",
        "Your clan has already taken away a sign (Z7): that is the limit for one game.",
        "Votre clan a déjà retiré un panneau (Z7) : c'est tout pour une partie.",
        "Je clan heeft al een bordje weggehaald (Z7): meer mag niet in één spel.",
    ),
    "take_never": _t(
        "In diesem Spiel werden keine Schilder weggenommen (Z7).",
        "Signs cannot be taken away in this game (Z7).",
        "Dans cette partie on ne retire aucun panneau (Z7).",
        "In dit spel worden geen bordjes weggehaald (Z7).",
    ),
    "take_far": _t(
        "Neben dem Schild auf {field} steht kein eigener Zwerg (Z1, Z7): Geh zuerst dorthin.",
        "None of your dwarves is next to the sign on {field} (Z1, Z7): go there first.",
        "Aucun de vos nains n'est à côté du panneau en {field} (Z1, Z7) : allez-y d'abord.",
        "Naast het bordje op {field} staat geen eigen dwerg (Z1, Z7): ga er eerst heen.",
    ),
    "take_wall": _t(
        "Das Schild auf {field} liegt hinter der Wand des Zuges (Z1, Z7): Wegnehmen geht nur von innen.",
        "The sign on {field} is behind the wall of the train (Z1, Z7): you can only take it away from inside.",
        "Le panneau en {field} est derrière la paroi du train (Z1, Z7) : retirez-le de l'intérieur.",
        "Het bordje op {field} ligt achter de wand van de trein (Z1, Z7): haal het van binnenuit weg.",
    ),
}


def why_not(
    facts: Facts[Plain], state: State[Plain], action: int, lang: str, names: Sequence[str] = ()
) -> str:
    """Why the action is not allowed in this (hidden) position; empty if it is."""
    if action in engine_of("zwergenzugfahrt").legal(facts, state):
        return ""
    found = refusal(RefusalContext(facts, state), action)
    return refusal_text(WHY_NOT, found, lang, clan=lambda clan: SEAT_NAMES[clan][lang])


class RefusalContext:
    """The parts of a position that decide which refusal applies."""

    def __init__(self, facts: Facts[Plain], state: State[Plain]) -> None:
        self.facts, self.state = facts, state
        self.turn, self.phase, self.coin = state.turn, state.phase, state.coin
        self.dwarves: list[int] = state.dwarves
        self.signs: list[int] = state.signs
        self.rival = 1 - self.turn

    def field(self, code: int) -> int:
        """The field of this board at a code of the grid, or NOWHERE."""
        return self.facts.field[code] if 0 <= code < CODES else NOWHERE

    def kind(self, field: int) -> int:
        return self.facts.kind[field]

    def to(self, field: int, direction: int) -> int:
        return self.facts.to[field][direction]

    def dwarf_on(self, field: int, clan: int) -> bool:
        return bool(self.dwarves[clan] >> field & 1)

    def sign_on(self, field: int, clan: int) -> bool:
        return bool(self.signs[clan] >> field & 1)

    def anyone_on(self, field: int) -> bool:
        return self.dwarf_on(field, 0) or self.dwarf_on(field, 1)

    def any_sign_on(self, field: int) -> bool:
        return self.sign_on(field, 0) or self.sign_on(field, 1)

    def own_beside(self, code: int) -> str:
        """`near` if the mover has a dwarf beside the field, `wall` if across a wall, else `far`."""
        field, found = self.field(code), "far"
        for direction in range(s.DIRECTIONS):
            other = self.field(beside(code, direction))
            if other != NOWHERE and self.dwarf_on(other, self.turn):
                if self.to(field, direction) != NOWHERE:
                    return "near"
                found = "wall"
        return found


def refusal(at: RefusalContext, action: int) -> Refusal:
    """The reason why this action, known to be illegal, is not allowed."""
    if common := common_refusal(s.ACTIONS, at.state, action):
        is_clock = action == s.TIME and common == "table_only"
        return ("no_clock" if is_clock and at.facts.mode != MODE_TIME else common), {}
    band, parts = s.ACTIONS.read(action)
    if at.phase == s.CHOOSING and band != "conductor":
        return "conductor_waits", {}
    if band == "pass":
        return "can_act", {}
    code = parts["field"]
    if band == "conductor":
        return _choice_refusal(at, code)
    if band == "reserve":
        return _reserve_refusal(at, code)
    if band == "take":
        return _take_refusal(at, code)
    return _step_refusal(at, code, parts["direction"], kicks=band == "kick")


def _choice_refusal(at: RefusalContext, code: int) -> Refusal:  # Z12
    if at.phase != s.CHOOSING:
        return "conductor_not_here", {"every": at.facts.every}
    name = code_name(code)
    if at.field(code) == NOWHERE:
        return "no_field", {"field": name}
    return "conductor_no_sign", {"field": name, "clan": at.coin}


def _step_refusal(at: RefusalContext, code: int, direction: int, *, kicks: bool) -> Refusal:
    name, field = code_name(code), at.field(code)
    if field == NOWHERE:
        return "no_field", {"field": name}
    if at.dwarf_on(field, at.rival):
        return "rival_dwarf", {"field": name, "clan": at.rival}
    if not at.dwarf_on(field, at.turn):
        return "no_dwarf", {"field": name}
    goal_code = beside(code, direction)
    goal = at.field(goal_code)
    if goal == NOWHERE:
        return "edge", {"field": name}
    goal_name = code_name(goal_code)
    if at.to(field, direction) == NOWHERE:
        return "wall", {"field": name, "goal": goal_name}
    if kicks:
        return _kick_refusal(at, goal, goal_name)
    return _move_refusal(at, goal, goal_name, f"{name}*{goal_name}")


def _kick_refusal(at: RefusalContext, goal: int, name: str) -> Refusal:  # Z8
    if at.dwarf_on(goal, at.turn):
        return "kick_own", {"field": name}
    if not at.dwarf_on(goal, at.rival):
        return "kick_nobody", {"field": name}
    return ("kick_seat" if at.kind(goal) == SEAT else "kick_home"), {"field": name}


def _move_refusal(at: RefusalContext, goal: int, name: str, kick: str) -> Refusal:  # Z4, Z11
    if at.facts.owner[goal] == at.rival:
        return "rival_home", {"field": name, "clan": at.rival}
    if at.dwarf_on(goal, at.turn):
        return "own_dwarf_there", {"field": name}
    if at.any_sign_on(goal):
        return "signed", {"field": name}
    if at.kind(goal) == SEAT:
        return "seat_taken", {"field": name}
    return "rival_there", {"field": name, "clan": at.rival, "kick": kick}


def _reserve_refusal(at: RefusalContext, code: int) -> Refusal:  # Z6
    field = at.field(code)
    about = {"field": code_name(code)}
    if field == NOWHERE:
        return "no_field", about
    if at.kind(field) != SEAT:
        return "no_seat", about
    if at.anyone_on(field):
        return "reserve_occupied", about
    if at.any_sign_on(field):
        return "reserve_signed", about
    where = at.own_beside(code)
    return ("no_stock", {}) if where == "near" else (f"reserve_{where}", about)


def _take_refusal(at: RefusalContext, code: int) -> Refusal:  # Z7
    field = at.field(code)
    about = {"field": code_name(code)}
    if field == NOWHERE:
        return "no_field", about
    if at.sign_on(field, at.turn):
        return "take_own", about
    if not at.sign_on(field, at.rival):
        return "take_none", about
    where = at.own_beside(code)
    if where != "near":
        return f"take_{where}", about
    takes = at.facts.takes
    return {0: "take_never", 1: "take_second"}.get(takes, "take_sixth"), {"takes": takes}
