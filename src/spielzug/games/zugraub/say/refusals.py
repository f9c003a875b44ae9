"""Why an action is not allowed in Der große Zugraub: the reason closest to the player's intent."""
# ruff: noqa: E501 - a sentence stays on one line, so that translators see it whole

from __future__ import annotations

from collections.abc import Sequence

from spielzug.core.actions import Action
from spielzug.core.declaration import Plain
from spielzug.core.endings import Refusal, common_refusal, common_refusals
from spielzug.core.texts import in_four as _t
from spielzug.core.texts import say
from spielzug.games import engine_of
from spielzug.games.zugraub import state as s
from spielzug.games.zugraub.facts import Facts
from spielzug.games.zugraub.facts.sets import ENGINE_FACE, SPACES
from spielzug.games.zugraub.say.texts import LABELS
from spielzug.games.zugraub.say.view import card_name, of_seat, shortest_path, steps_out
from spielzug.games.zugraub.state import State, place_name

WHY_NOT = {
    **common_refusals(),
    "unknown": _t(
        "Diese Aktion gibt es nicht.",
        "There is no such action.",
        "Cette action n'existe pas.",
        "Die actie bestaat niet.",
    ),
    "not_in_hand": _t(
        "{card} ist nicht auf deiner Hand (B5).",
        "{card} is not in your hand (B5).",
        "{card} n'est pas dans votre main (B5).",
        "{card} zit niet in je hand (B5).",
    ),
    "roll_first": _t(
        "Erst wird gewürfelt (B6): Wirf Karten ab oder würfle.",
        "The dice come first (B6): roll, or discard cards before you do.",
        "Les dés d'abord (B6) : défaussez des cartes ou lancez.",
        "Eerst de dobbelstenen (B6): leg kaarten af of gooi.",
    ),
    "rolled": _t(
        "Gewürfelt ist schon; wähle, wohin du läufst (B6, B7).",
        "You have already rolled: choose where to go (B6, B7).",
        "Les dés sont déjà lancés ; choisissez où aller (B6, B7).",
        "Er is al gegooid; kies waar je heen loopt (B6, B7).",
    ),
    "no_discard": _t(
        "Abwerfen kannst du vor dem Würfeln, oder am Ende über der Handgrenze (B5, B15).",
        "You can only discard before you roll, or at the end when you are over the limit (B5, B15).",
        "On défausse avant les dés, ou à la fin au-dessus de la limite (B5, B15).",
        "Afleggen kan vóór het gooien, of aan het eind boven de handlimiet (B5, B15).",
    ),
    "must_move": _t(
        "Jetzt wird gelaufen (B7): Wähle ein Feld, auch das eigene, oder spiele eine Karte.",
        "It is time to move (B7): choose a space, even your own, or play a card.",
        "On se déplace (B7) : choisissez une case, même la vôtre, ou jouez une carte.",
        "Nu wordt er gelopen (B7): kies een veld, ook je eigen, of speel een kaart.",
    ),
    "no_car": _t(
        "So viele Wagen hat der Zug nicht: {place} gibt es nicht (B7).",
        "The train is shorter than that: there is no {place} (B7).",
        "Le train a moins de voitures : {place} n'existe pas (B7).",
        "De trein heeft minder wagons: {place} bestaat niet (B7).",
    ),
    "too_far": _t(
        "Bis {place}: {steps} {steps:Schritt|Schritte}, deine Reichweite ist {reach} (B7).",
        "{place} is {steps} {steps:step|steps} away, but your reach is {reach} (B7).",
        "Il y a {steps} pas jusqu'à {place}, et votre portée est de {reach} (B7).",
        "Naar {place} is het {steps} {steps:stap|stappen}, je bereik is {reach} (B7).",
    ),
    "front_far": _t(
        "Vorn hinaus: {steps} {steps:Schritt|Schritte}, deine Reichweite ist {reach} (B8).",
        "Leaving through the front door takes {steps} {steps:step|steps}, but your reach is {reach} (B8).",
        "Pour sortir à l'avant il faut {steps} pas, votre portée est de {reach} (B8).",
        "Vooraan eruit is het {steps} {steps:stap|stappen}, je bereik is {reach} (B8).",
    ),
    "front_engine": _t(
        "Vorn ist die Lokomotive; davor kommt kein Wagen mehr (B8).",
        "The Engine is at the front; no car goes in front of it (B8).",
        "La locomotive est en tête ; rien ne vient devant (B8).",
        "Vooraan staat de locomotief; daarvoor komt geen wagon meer (B8).",
    ),
    "front_closed": _t(
        "Kein Wagen ist mehr übrig; die vordere Tür bleibt zu (B8).",
        "There are no cars left; the front door stays shut (B8).",
        "Il ne reste aucune voiture ; la porte avant reste fermée (B8).",
        "Er is geen wagon over; de voordeur blijft dicht (B8).",
    ),
    "fight_choice": _t(
        "Andere stehen hier: Greif an mit x oder lass es mit . (B11).",
        "You are not alone here: attack with x, or leave them in peace with . (B11).",
        "D'autres sont ici : attaquez avec x, ou laissez avec . (B11).",
        "Er staan anderen: val aan met x of laat het met . (B11).",
    ),
    "no_fight": _t(
        "Gekämpft wird nur dort, wo dein Lauf endet und andere stehen (B11).",
        "You can only fight others on the space where your move ends (B11).",
        "On ne combat que là où l'on s'arrête et où d'autres se trouvent (B11).",
        "Gevochten wordt alleen waar je loop eindigt en anderen staan (B11).",
    ),
    "in_brawl": _t(
        "Ein Kampf ist im Gang: Spiele eine Karte oder passe mit / (B11).",
        "You are in a fight: play a card, or pass with / (B11).",
        "Un combat est en cours : jouez une carte ou passez avec / (B11).",
        "Er wordt gevochten: speel een kaart of pas met / (B11).",
    ),
    "in_spoils": _t(
        "Verteile zuerst die Beute, oder beende das mit / (B14).",
        "Share out the spoils first, or finish with / (B14).",
        "Répartissez d'abord le butin, ou terminez avec / (B14).",
        "Verdeel eerst de buit, of stop daarmee met / (B14).",
    ),
    "no_spoils": _t(
        "Beute gibt es nur nach einem gewonnenen Kampf (B14).",
        "There are only spoils after you win a fight (B14).",
        "Il n'y a de butin qu'après un combat gagné (B14).",
        "Buit is er alleen na een gewonnen gevecht (B14).",
    ),
    "no_fighter": _t(
        "{name} hat nicht mitgekämpft (B14).",
        "{name} was not in the fight (B14).",
        "{name} n'a pas combattu (B14).",
        "{name} vocht niet mee (B14).",
    ),
    "no_brain": _t(
        "Dort ist keine Karte (B14).",
        "There is no card there (B14).",
        "Il n'y a pas de carte à cet endroit (B14).",
        "Daar is geen kaart (B14).",
    ),
    "moved_already": _t(
        "Diese Karte ist bei dieser Beute schon gewandert (B14).",
        "You have already moved this card (B14).",
        "Cette carte a déjà bougé dans ce butin (B14).",
        "Deze kaart is in deze buit al verplaatst (B14).",
    ),
    "same_place": _t(
        "Dort ist die Karte schon (B14).",
        "The card is already there (B14).",
        "La carte y est déjà (B14).",
        "Daar is de kaart al (B14).",
    ),
    "no_room": _t(
        "Die Hand {owner} ist voll von Beute (B14, B15).",
        "There is no room for more spoils in {owner} hand (B14, B15).",
        "La main {owner} est pleine de butin (B14, B15).",
        "De hand {owner} is vol buit (B14, B15).",
    ),
    "hand_too_full": _t(
        "Eine Hand ist zu voll: Erst muss etwas daraus weg, dann endet die Beute (B14).",
        "A hand has too many cards: something must leave it before you finish (B14).",
        "Une main est trop pleine : il faut en retirer une avant de finir le butin (B14).",
        "Een hand is te vol: er moet iets uit voordat de buit verdeeld is (B14).",
    ),
    "hand_to_head": _t(
        "In einen Kopf kommt eine Handkarte nur durch Einsetzen (B14, B16).",
        "A card in a hand only gets into a head by being installed (B14, B16).",
        "Une carte en main n'entre dans une tête qu'en l'installant (B14, B16).",
        "Een handkaart komt alleen door inzetten in een hoofd (B14, B16).",
    ),
    "no_head_option": _t(
        "Beute kommt nur in Hände; die Option „Beute in Köpfe“ ist aus (B14).",
        "Spoils only go into hands; the option “Spoils into heads” is off (B14).",
        "Le butin ne va qu'en main ; l'option « Butin dans les têtes » est désactivée (B14).",
        "Buit gaat alleen naar handen; de optie “Buit in hoofden” is uit (B14).",
    ),
    "head_full": _t(
        "Im Kopf {owner} ist schon ein Gehirn (B14).",
        "There is already a brain in {owner} head (B14).",
        "Il y a déjà un cerveau dans la tête {owner} (B14).",
        "In het hoofd {owner} zit al een brein (B14).",
    ),
    "must_discard": _t(
        "Du hältst zu viele Karten: Wirf eine ab (B15).",
        "You hold too many cards: discard one (B15).",
        "Vous avez trop de cartes : défaussez-en une (B15).",
        "Je hebt te veel kaarten: leg er een af (B15).",
    ),
    "within_limit": _t(
        "Du bist nicht über der Handgrenze; abwerfen geht im nächsten Spielzug (B5, B15).",
        "You are not over the limit; you can discard again on your next turn (B5, B15).",
        "Vous n'êtes pas au-dessus de la limite ; défaussez au prochain tour (B5, B15).",
        "Je zit niet boven de handlimiet; afleggen kan weer in je volgende beurt (B5, B15).",
    ),
    "above_limit": _t(
        "Erst musst du bis zur Handgrenze abwerfen oder einsetzen (B15).",
        "First get down to the limit: install or discard cards (B15).",
        "D'abord installer ou défausser jusqu'à la limite (B15).",
        "Eerst inzetten of afleggen tot de handlimiet (B15).",
    ),
    "too_dear": _t(
        "{card} kostet {cost}, deine Punkte: {points} (B16).",
        "{card} costs {cost}, but you have {points} {points:point|points} (B16).",
        "{card} coûte {cost}, vos points : {points} (B16).",
        "{card} kost {cost}, je punten: {points} (B16).",
    ),
    "installed": _t(
        "Nur ein Gehirn pro Spielzug (B16).",
        "You can only install one brain a turn (B16).",
        "Un seul cerveau par tour (B16).",
        "Maar één brein per beurt (B16).",
    ),
    "install_later": _t(
        "Eingesetzt wird am Ende des Spielzugs (B16).",
        "You can only install a brain at the end of your turn (B16).",
        "On installe un cerveau à la fin du tour (B16).",
        "Inzetten doe je aan het eind van de beurt (B16).",
    ),
    "at_end": _t(
        "Der Spielzug geht zu Ende: Setze ein Gehirn ein oder schließe mit . (B16).",
        "Your turn is ending: install a brain, or finish with . (B16).",
        "Le tour se termine : installez un cerveau ou finissez avec . (B16).",
        "De beurt loopt af: zet een brein in of sluit af met . (B16).",
    ),
}


def why_not(
    facts: Facts[Plain], state: State[Plain], action: int, lang: str, names: Sequence[str] = ()
) -> str:
    """Why the action is not allowed in this (hidden) position; empty if it is."""
    if action in engine_of("zugraub").legal(facts, state):
        return ""
    key, found = refusal(facts, state, action)
    values: dict[str, object] = {**found}
    if "card" in found and found["card"] <= facts.count:
        values["card"] = card_name(facts, found["card"])
    if "seat" in found:
        seat = found["seat"]
        known = seat < len(names)  # the action may name a seat that this game lacks
        values["name"] = names[seat] if known else say(LABELS, "the_seat", lang, seat=seat + 1)
        values["owner"] = of_seat(seat, names if known else (), lang)
    return say(WHY_NOT, key, lang, **values)


def refusal(facts: Facts[Plain], state: State[Plain], action: int) -> Refusal:
    """Key of the reason, and its values."""
    if common := common_refusal(s.ACTIONS, state, action):
        return common, {}
    phase, read = state.phase, s.ACTIONS.read(action)
    if phase == s.ATTACKING:
        return "fight_choice", {}
    if read.band == "spoil" and phase != s.SPOILS:
        return "no_spoils", {}
    by_phase = {
        s.DISCARDING: _discard_refusal,
        s.MOVE: _move_refusal,
        s.BRAWL: _brawl_refusal,
        s.SPOILS: _spoils_refusal,
        s.LIMIT: _limit_refusal,
        s.END: _end_refusal,
    }
    return by_phase[phase](facts, state, read)


def _holds(state: State[Plain], card: int) -> bool:
    seat = state.turn
    return card in state.hand[seat][: state.cards[seat]]


def _discard_refusal(facts: Facts[Plain], state: State[Plain], read: Action) -> Refusal:  # B5
    if read.band == "discard":
        return "not_in_hand", {"card": read.parts["card"]}
    return "roll_first", {}


def _move_refusal(facts: Facts[Plain], state: State[Plain], read: Action) -> Refusal:  # B6-B8
    match read.band:
        case "roll":
            return "rolled", {}
        case "discard":
            return "no_discard", {}
        case "play":
            return "not_in_hand", {"card": read.parts["card"]}
        case "go":
            place = read.parts["place"]
            if place >= state.length * SPACES:
                return "no_car", {"place": place_name(place)}
            steps = len(shortest_path(facts, state, place))
            return "too_far", {"place": place_name(place), "steps": steps, "reach": state.reach}
        case "front_door":
            if state.train[state.length - 1] == ENGINE_FACE:
                return "front_engine", {}
            if not state.unused:
                return "front_closed", {}
            return "front_far", {"steps": steps_out(facts, state), "reach": state.reach}
        case "attack":
            return "no_fight", {}
        case "install":
            return "install_later", {}
    return "must_move", {}


def _brawl_refusal(facts: Facts[Plain], state: State[Plain], read: Action) -> Refusal:  # B11
    if read.band == "play":
        return "not_in_hand", {"card": read.parts["card"]}
    return "in_brawl", {}


def _spoils_refusal(facts: Facts[Plain], state: State[Plain], read: Action) -> Refusal:  # B14
    if read.band == "pass":
        return "hand_too_full", {}
    if read.band != "spoil":
        return "in_spoils", {}
    seat, slot, goal = read.parts.values()
    fighters = state.fighters
    if not fighters >> seat & 1:
        return "no_fighter", {"seat": seat}
    to = goal - s.TO_HEAD if goal >= s.TO_HEAD else goal - s.TO_HAND
    if to >= 0 and not fighters >> to & 1:
        return "no_fighter", {"seat": to}
    if slot == s.HEAD_SLOT:
        if not state.head[seat]:
            return "no_brain", {}
        if state.moved_heads >> seat & 1:
            return "moved_already", {}
    else:
        held = state.cards[seat]
        if slot >= held:
            return "no_brain", {}
        if slot >= held - state.moved[seat]:
            return "moved_already", {}
    if goal < s.TO_HEAD:
        if to == seat and slot != s.HEAD_SLOT:
            return "same_place", {}
        return "no_room", {"seat": to}
    if slot != s.HEAD_SLOT:
        return "hand_to_head", {}
    if not facts.spoils_to_head:
        return "no_head_option", {}
    return ("same_place", {}) if to == seat else ("head_full", {"seat": to})


def _limit_refusal(facts: Facts[Plain], state: State[Plain], read: Action) -> Refusal:  # B15
    if read.band == "discard":
        return "not_in_hand", {"card": read.parts["card"]}
    return "must_discard", {}


def _end_refusal(facts: Facts[Plain], state: State[Plain], read: Action) -> Refusal:  # B15, B16
    card = read.parts.get("card", 0)
    match read.band:
        case "discard":
            return ("within_limit", {}) if _holds(state, card) else ("not_in_hand", {"card": card})
        case "done":
            return "above_limit", {}
        case "install":
            if not _holds(state, card):
                return "not_in_hand", {"card": card}
            if state.installed:
                return "installed", {}
            points = state.points[state.active]
            return "too_dear", {"card": card, "cost": facts.cost[card], "points": points}
    return "at_end", {}
