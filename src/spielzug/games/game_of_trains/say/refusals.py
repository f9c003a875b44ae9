"""Why an action is not allowed in Game of Trains: the texts, and how the right one is found."""
# ruff: noqa: E501 - a sentence stays on one line, so that translators see it whole

from __future__ import annotations

from collections.abc import Sequence

from spielzug.core.declaration import Plain
from spielzug.core.endings import Refusal, common_refusal, common_refusals, refusal_text
from spielzug.core.texts import in_four as _t
from spielzug.games import engine_of
from spielzug.games.game_of_trains import state as s
from spielzug.games.game_of_trains.facts import ABILITIES, PROTECT, Facts
from spielzug.games.game_of_trains.say.texts import ability_name
from spielzug.games.game_of_trains.state import State

WHY_NOT = {
    **common_refusals("(G21)"),
    "resign_many": _t(
        "Zu dritt und zu viert gibt niemand auf: Verlasse den Tisch, dann spielt ein Bot für dich weiter.",
        "You can only resign in a game for two. With three or four seats, leave the table and a bot will play on for you.",
        "À trois ou quatre, on n'abandonne pas : quittez la table, et un bot jouera à votre place.",
        "Met drie of vier geeft niemand op: verlaat de tafel, dan speelt een bot voor je verder.",
    ),
    "setup_keep": _t(
        "Wähle zuerst, welchen gezogenen Wagen du behältst (G4).",
        "First choose which of the cars you drew to keep (G4).",
        "Choisissez d'abord le wagon pioché à garder (G4).",
        "Kies eerst welke getrokken wagon blijft (G4).",
    ),
    "keep_count": _t(
        "Du hast nur {count} gezogen (G3): Wähle einen davon.",
        "You drew only {count} (G3): choose one of those.",
        "Vous n'en avez pioché que {count} (G3) : choisissez parmi ceux-là.",
        "Je hebt er maar {count} getrokken (G3): kies daaruit.",
    ),
    "must_place": _t(
        "Der gezogene Wagen muss zuerst einen eigenen ersetzen (G6): Wähle einen Platz von 1 bis 7.",
        "The car you drew has to replace one of yours first (G6): choose a position from 1 to 7.",
        "Le wagon pioché doit d'abord remplacer l'un des vôtres (G6) : choisissez une place de 1 à 7.",
        "De getrokken wagon moet eerst een van je eigen wagons vervangen (G6): kies plaats 1 tot en met 7.",
    ),
    "must_aim": _t(
        "Die Karte ist gewählt ({ability}): Wähle jetzt ihr Ziel (G7).",
        "You have chosen a card ({ability}): now choose its target (G7).",
        "La carte est choisie ({ability}) : choisissez maintenant sa cible (G7).",
        "De kaart is gekozen ({ability}): kies nu het doel (G7).",
    ),
    "already_protected": _t(
        "Der Wagen auf Platz {place} ist schon geschützt (G18): Wähle einen anderen.",
        "The car at position {place} is already protected (G18): choose another.",
        "Le wagon à la place {place} est déjà protégé (G18) : choisissez-en un autre.",
        "De wagon op plaats {place} is al beschermd (G18): kies een andere.",
    ),
    "all_protected": _t(
        "Die Plätze 1, 4 und 7 sind schon geschützt (G18): Nutze etwas anderes oder ziehe.",
        "Positions 1, 4 and 7 are already protected (G18): use another card or draw.",
        "Les places 1, 4 et 7 sont déjà protégées (G18) : utilisez une autre carte ou piochez.",
        "Plaatsen 1, 4 en 7 zijn al beschermd (G18): gebruik iets anders of trek.",
    ),
    "not_open": _t(
        "Keine offene Karte zeigt: {ability} (G7). Ziehe oder nutze eine offene Karte.",
        "No face-up card has this ability: {ability} (G7). Draw, or use a face-up card.",
        "Aucune carte visible n'a cette capacité : {ability} (G7). Piochez ou utilisez-en une.",
        "Geen open kaart toont: {ability} (G7). Trek of gebruik een open kaart.",
    ),
    "draw_first": _t(
        "Du hast noch keinen Wagen gezogen: Zieh zuerst einen (G6).",
        "You have not drawn a car yet: draw one first (G6).",
        "Aucun wagon n'a été pioché : piochez-en d'abord un (G6).",
        "Er is geen wagon getrokken: trek er eerst een (G6).",
    ),
    "use_first": _t(
        "Wähle dafür zuerst eine offene Karte (G7): {ability}.",
        "First choose a face-up card that can do this (G7): {ability}.",
        "Choisissez d'abord une carte visible pour cela (G7) : {ability}.",
        "Kies daar eerst een open kaart voor (G7): {ability}.",
    ),
    "setup_only": _t(
        "Eine Karte behalten kann man nur beim Aufbau (G4).",
        "You can only keep a card during the setup (G4).",
        "On ne garde une carte qu'à la mise en place (G4).",
        "Houden kan alleen bij de opbouw (G4).",
    ),
}


def why_not(
    facts: Facts[Plain], state: State[Plain], action: int, lang: str, names: Sequence[str] = ()
) -> str:
    """Why the action is not allowed in this (hidden) position; empty if it is."""
    if action in engine_of("game_of_trains").legal(facts, state):
        return ""
    refusal = _refusal(state, action)
    return refusal_text(WHY_NOT, refusal, lang, ability=lambda one: ability_name(one, lang))


def _refusal(state: State[Plain], action: int) -> Refusal:
    if common := common_refusal(s.ACTIONS, state, action):
        return common, {}
    band, parts = s.ACTIONS.read(action)
    if state.phase == s.KEEPING:
        if band == "keep":
            return "keep_count", {"count": sum(card != 0 for card in state.hand[state.turn])}
        return "setup_keep", {}
    if state.phase in (s.PLACING, s.SETUP_PLACE):
        return "must_place", {}
    if state.phase == s.TARGET:
        if band == "protect" and state.ability == PROTECT:
            return "already_protected", {**parts}
        return "must_aim", {"ability": state.ability}
    if band == "use":
        if parts["ability"] == PROTECT and state.open[PROTECT] != 0:
            return "all_protected", {}
        return "not_open", {**parts}
    if band == "place":
        return "draw_first", {}
    if band == "keep":
        return "setup_only", {}
    return "use_first", {"ability": ABILITIES.index(band)}
