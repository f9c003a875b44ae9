"""Why an action is not allowed in Trains: each refusal names the reason, the rule and a way out."""
# ruff: noqa: E501 - a sentence stays on one line, so that translators see it whole

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

from spielzug.core.actions import Action
from spielzug.core.declaration import Layout, Plain, layout_of
from spielzug.core.endings import Refusal, common_refusal, common_refusals, refusal_text
from spielzug.core.memory import RecordMemory
from spielzug.core.texts import in_four as _t
from spielzug.core.texts import say
from spielzug.games import engine_of
from spielzug.games.trains import state as s
from spielzug.games.trains.facts import Facts
from spielzug.games.trains.facts.boards import CITY, REMOTE, SEA, adjacent_spaces, place_name
from spielzug.games.trains.facts.sets import NEEDS, WA, board_of, card_name
from spielzug.games.trains.state import State

# -- texts -----------------------------------------------------------------------------------------

EXPECTED_ANSWERS = {
    "rail": _t("verlege das Gleis", "lay the rail", "posez le rail", "leg het spoor"),
    "station": _t(
        "baue den Bahnhof", "build the station", "construisez la gare", "bouw het station"
    ),
    "freight": _t(
        "sage, wie viel Müll du zurückgibst", "choose how much Waste to return",
        "dites combien de Ferraille vous rendez", "zeg hoeveel Afval je teruggeeft",
    ),
    "mail": _t(
        "lege Karten ab oder beende mit /", "discard cards or end with /",
        "défaussez des cartes ou terminez avec /", "leg kaarten af of stop met /",
    ),
    "conductor": _t(
        "lege Karten ab oder beende mit /", "discard cards or end with /",
        "défaussez des cartes ou terminez avec /", "leg kaarten af of stop met /",
    ),
    "garage": _t(
        "lege zwei Handkarten ab", "discard two cards from your hand",
        "défaussez deux cartes de votre main", "leg twee handkaarten af",
    ),
    "signals": _t(
        "lege die Karte ab (-) oder zurück (^)", "discard the card (-) or put it back (^)",
        "défaussez la carte (-) ou remettez-la (^)", "leg de kaart af (-) of terug (^)",
    ),
    "name": _t("nenne eine Sorte", "name a kind", "annoncez une sorte", "noem een soort"),
    "reveal": _t(
        "nimm eine der aufgedeckten Karten oder keine (/)",
        "take one of the revealed cards or none (/)",
        "prenez une des cartes révélées ou aucune (/)",
        "neem een van de onthulde kaarten of geen (/)",
    ),
    "order": _t(
        "lege die übrigen Karten zurück", "put the other cards back",
        "remettez les autres cartes", "leg de overige kaarten terug",
    ),
    "crew": _t(
        "wähle :draw, :money oder :waste", "choose :draw, :money or :waste",
        "choisissez :draw, :money ou :waste", "kies :draw, :money of :waste",
    ),
    "park": _t(
        "wähle einen Zug im Spielbereich", "choose a Train in your play area",
        "choisissez un train de la zone de jeu", "kies een trein in het speelgebied",
    ),
    "switch": _t(
        "wähle einen Zug im Spielbereich", "choose a Train in your play area",
        "choisissez un train de la zone de jeu", "kies een trein in het speelgebied",
    ),
    "pull": _t(
        "wähle einen Zug in der Ablage", "choose a Train in your discard pile",
        "choisissez un train de la défausse", "kies een trein in de aflegstapel",
    ),
    "maintain": _t(
        "wähle einen Zug auf der Hand", "choose a Train in your hand",
        "choisissez un train de la main", "kies een trein in de hand",
    ),
    "office": _t(
        "wähle die Karte, die kopiert wird", "choose the card to copy",
        "choisissez la carte à copier", "kies de kaart om te kopiëren",
    ),
    "trash": _t(
        "wähle den Zug, der zerstört wird", "choose the Train to trash",
        "choisissez le train à détruire", "kies de trein om te vernietigen",
    ),
    "wagon": _t(
        "nimm einen Zug aus dem Vorrat", "take a Train from the supply",
        "prenez un train de la réserve", "neem een trein uit de voorraad",
    ),
}  # fmt: skip
"""What an ability waits for, by name of the phase."""

UNMET_NEEDS = {
    "rail": _t(
        "kein Feld neben deinen Gleisen ist frei und bezahlbar (T5, T10, T11)",
        "there is no free space next to your rails that you can afford (T5, T10, T11)",
        "aucune case voisine de vos rails n'est libre et payable (T5, T10, T11)",
        "geen veld naast je sporen is vrij en te betalen (T5, T10, T11)",
    ),
    "no_cube": _t(
        "du hast kein Gleis mehr (T5, T10)",
        "you have no rails left (T5, T10)",
        "vous n'avez plus de rail (T5, T10)",
        "je hebt geen spoor meer (T5, T10)",
    ),
    "station": _t(
        "in keiner Stadt ist Platz (T5, T13)",
        "no city has room (T5, T13)",
        "aucune ville n'a de place (T5, T13)",
        "geen stad heeft ruimte (T5, T13)",
    ),
    "no_token": _t(
        "kein Bahnhof ist übrig (T5, T13)",
        "there are no stations left (T5, T13)",
        "il ne reste aucune gare (T5, T13)",
        "er is geen station over (T5, T13)",
    ),
    "normal_train_in_play": _t(
        "in deinem Spielbereich liegt kein Regionalzug (T5, T14)",
        "there is no Normal Train in your play area (T5, T14)",
        "il n'y a pas de Train omnibus dans votre zone de jeu (T5, T14)",
        "er ligt geen Stoptrein in je speelgebied (T5, T14)",
    ),
    "train_in_play": _t(
        "in deinem Spielbereich liegt kein Zug (T5, T14)",
        "there is no Train in your play area (T5, T14)",
        "il n'y a pas de train dans votre zone de jeu (T5, T14)",
        "er ligt geen trein in je speelgebied (T5, T14)",
    ),
    "train_in_discard": _t(
        "in deiner Ablage liegt kein Zug (T5, T14)",
        "there is no Train in your discard pile (T5, T14)",
        "il n'y a pas de train dans votre défausse (T5, T14)",
        "er ligt geen trein in je aflegstapel (T5, T14)",
    ),
    "train_in_hand": _t(
        "du hast keinen Zug auf der Hand (T5, T14)",
        "you have no Train in hand (T5, T14)",
        "vous n'avez pas de train en main (T5, T14)",
        "je hebt geen trein in de hand (T5, T14)",
    ),
    "better_train": _t(
        "du hast keinen Zug auf der Hand, für den der Vorrat einen passenden hat (T5, T14)",
        "the supply has no suitable Train for any of the Trains in your hand (T5, T14)",
        "vous n'avez en main aucun train pour lequel la réserve en a un qui convient (T5, T14)",
        "je hebt geen trein in de hand waarvoor de voorraad een passende heeft (T5, T14)",
    ),
    "two_cards": _t(
        "du hättest nach dem Ziehen keine zwei Karten auf der Hand (T5, T14)",
        "you would not have two cards in hand after drawing (T5, T14)",
        "vous n'auriez pas deux cartes en main après la pioche (T5, T14)",
        "je zou na het trekken geen twee kaarten in de hand hebben (T5, T14)",
    ),
    "action_in_hand": _t(
        "du hast keine andere Karte mit Aktionssymbol auf der Hand, die jetzt ginge (T5, T14)",
        "you have no other card with the action symbol in your hand that you could use (T5, T14)",
        "vous n'avez en main aucune autre carte à symbole d'action utilisable (T5, T14)",
        "je hebt geen andere bruikbare kaart met actiesymbool in de hand (T5, T14)",
    ),
}
"""What is missing for a card, by its need in the shipped set."""

WHY_NOT = {
    **common_refusals("(T15)"),
    "unknown": _t(
        "Diese Aktion gibt es nicht (T4).", "There is no such action (T4).",
        "Cette action n'existe pas (T4).", "Deze actie bestaat niet (T4).",
    ),
    "resign_many": _t(
        "Nur zu zweit kann man aufgeben: Bei mehr Plätzen übernimmt am Tisch ein Bot.",
        "You can only resign in a game for two: with more seats, the table gives your seat to a bot.",
        "On n'abandonne qu'à deux : à plus de places, la table confie la place à un bot.",
        "Alleen met twee kun je opgeven: bij meer plaatsen geeft de tafel de plaats aan een bot.",
    ),
    "start_first": _t(
        "Zuerst kommt dein erstes Gleis auf ein Feld (T3).",
        "First lay your first rail (T3): choose a space.",
        "Posez d'abord votre premier rail sur une case (T3).",
        "Leg eerst je eerste spoor op een veld (T3).",
    ),
    "start_ground": _t(
        "{place}: Das erste Gleis darf nicht ins Meer oder an einen abgelegenen Ort (T3).",
        "Your first rail may not go on {place} (T3): choose neither sea nor a remote location.",
        "{place} : le premier rail ne va ni en mer ni dans un lieu éloigné (T3).",
        "{place}: het eerste spoor mag niet in zee of op een afgelegen plaats (T3).",
    ),
    "start_taken": _t(
        "{place} ist schon vergeben (T3): Wähle ein anderes Feld.",
        "{place} is taken (T3): choose another space.",
        "{place} est déjà pris (T3) : choisissez une autre case.",
        "{place} is al bezet (T3): kies een ander veld.",
    ),
    "start_over": _t(
        "Die ersten Gleise liegen schon (T3).", "The first rails have already been laid (T3).",
        "Les premiers rails sont déjà posés (T3).", "De eerste sporen liggen al (T3).",
    ),
    "waits": _t(
        "Bring erst die Fähigkeit zu Ende (T4): {asked}.",
        "Finish the ability first (T4): {asked}.",
        "Il faut d'abord finir la capacité (T4) : {asked}.",
        "Eerst moet de eigenschap af (T4): {asked}.",
    ),
    "not_asked": _t(
        "Das geht jetzt nicht (T4): Spiele oder kaufe eine Karte, oder beende den Spielzug.",
        "You cannot do that now (T4): play or buy a card, or end the turn.",
        "Rien ne le demande maintenant (T4) : jouez ou achetez une carte, ou finissez le tour.",
        "Dit wordt nu niet gevraagd (T4): speel of koop een kaart, of beëindig de beurt.",
    ),
    "not_in_game": _t(
        "{card} ist in diesem Spiel nicht dabei (T1).", "{card} is not in this game (T1).",
        "{card} n'est pas dans cette partie (T1).", "{card} doet in dit spel niet mee (T1).",
    ),
    "not_in_hand": _t(
        "{card} ist nicht auf deiner Hand (T4).", "{card} is not in your hand (T4).",
        "{card} n'est pas dans votre main (T4).", "{card} zit niet in je hand (T4).",
    ),
    "not_playable": _t(
        "{card} lässt sich nicht spielen (T5).", "{card} cannot be played (T5).",
        "{card} ne se joue pas (T5).", "{card} kun je niet spelen (T5).",
    ),
    "no_ability": _t(
        "{card} bringt nur Geld (T5): Spiele die Karte ohne +.",
        "{card} only brings money (T5): play it without +.",
        "{card} ne rapporte que de l'argent (T5) : jouez la carte sans +.",
        "{card} levert alleen geld op (T5): speel de kaart zonder +.",
    ),
    "needs": _t(
        "{card} lässt sich jetzt nicht nutzen: {needed}.", "{card} cannot be used now: {needed}.",
        "{card} ne peut pas servir maintenant : {needed}.",
        "{card} kan nu niet gebruikt worden: {needed}.",
    ),
    "buy_waste": _t(
        "Müll kann man nicht kaufen (T6).", "Waste cannot be bought (T6).",
        "La Ferraille ne s'achète pas (T6).", "Afval is niet te koop (T6).",
    ),
    "buy_empty": _t(
        "Im Vorrat ist kein {card} (T6).", "The supply has no {card} left (T6).",
        "La réserve n'a pas de {card} (T6).", "De voorraad heeft geen {card} (T6).",
    ),
    "buy_money": _t(
        "{card} kostet {cost}, du hast {money} (T6).",
        "{card} costs {cost}, but you have {money} (T6).",
        "{card} coûte {cost}, vous avez {money} (T6).", "{card} kost {cost}, je hebt {money} (T6).",
    ),
    "buy_top": _t(
        "Auf den Nachziehstapel kauft nur, wer in diesem Spielzug einen Frühzug genutzt hat (T14).",
        "You can only buy onto the draw pile if you have used an Early Train this turn (T14).",
        "Seul qui a utilisé un Train matinal pendant ce tour achète sur sa pioche (T14).",
        "Alleen wie deze beurt een Vroege trein gebruikte, koopt op de trekstapel (T14).",
    ),
    "recycle_acted": _t(
        "Müll gibt nur zurück, wer in diesem Spielzug nichts gespielt und nichts gekauft hat (T7).",
        "You can only pass to return Waste if you have played and bought nothing this turn (T7).",
        "Seul qui n'a rien joué ni acheté pendant ce tour rend sa Ferraille (T7).",
        "Alleen wie deze beurt niets speelde of kocht, mag Afval teruggeven (T7).",
    ),
    "recycle_none": _t(
        "Du hast keinen Müll auf der Hand (T7).", "You have no Waste in hand (T7).",
        "Vous n'avez pas de Ferraille en main (T7).", "Je hebt geen Afval in de hand (T7).",
    ),
    "rail_sea": _t(
        "{place} ist Meer (T10).", "{place} is sea (T10).", "{place} est en mer (T10).",
        "{place} is zee (T10).",
    ),
    "rail_own": _t(
        "Auf {place} liegt schon ein Gleis von dir (T10).",
        "You already have a rail on {place} (T10).",
        "Vous avez déjà un rail sur {place} (T10).", "Je hebt al een spoor op {place} (T10).",
    ),
    "rail_barrier": _t(
        "Zwischen deinen Gleisen und {place} ist eine Sperre (T10).",
        "There is a barrier between your rails and {place} (T10).",
        "Une barrière sépare vos rails de {place} (T10).",
        "Tussen je sporen en {place} ligt een barrière (T10).",
    ),
    "rail_far": _t(
        "{place} liegt nicht neben deinen Gleisen (T10).",
        "{place} is not next to your rails (T10).",
        "{place} n'est pas voisin de vos rails (T10).", "{place} ligt niet naast je sporen (T10).",
    ),
    "rail_money": _t(
        "Ein Gleis auf {place} kostet {cost}, du hast {money} (T11).",
        "A rail on {place} costs {cost}, but you have {money} (T11).",
        "Un rail sur {place} coûte {cost}, vous avez {money} (T11).",
        "Een spoor op {place} kost {cost}, je hebt {money} (T11).",
    ),
    "station_city": _t(
        "{place} ist keine Stadt (T13).", "{place} is not a city (T13).",
        "{place} n'est pas une ville (T13).", "{place} is geen stad (T13).",
    ),
    "station_full": _t(
        "In {place} ist kein Platz mehr (T13).", "{place} has no room left (T13).",
        "Il n'y a plus de place à {place} (T13).", "In {place} is geen ruimte meer (T13).",
    ),
    "return_many": _t(
        "So viel Müll hast du nicht auf der Hand: Es sind {count} (T14).",
        "You cannot return that much Waste: you have {count} in hand (T14).",
        "Vous n'avez pas autant de Ferraille en main : il y en a {count} (T14).",
        "Zoveel Afval heb je niet in de hand: het zijn er {count} (T14).",
    ),
    "no_waste": _t(
        "Du hast keinen Müll auf der Hand (T14).", "You have no Waste in hand (T14).",
        "Vous n'avez pas de Ferraille en main (T14).", "Je hebt geen Afval in de hand (T14).",
    ),
    "no_choice": _t(
        "{card} steht hier nicht zur Wahl (T14): {asked}.",
        "You cannot choose {card} here (T14): {asked}.",
        "{card} n'est pas un choix ici (T14) : {asked}.",
        "{card} is hier geen keuze (T14): {asked}.",
    ),
    "no_place": _t(
        "Diesen Platz hat die Reihe nicht: Sie hat {count} (T14).",
        "There is no such card: the row has {count} (T14).",
        "La rangée n'a pas cette place : elle en a {count} (T14).",
        "De rij heeft die plaats niet: ze heeft er {count} (T14).",
    ),
}  # fmt: skip


# -- reasons ---------------------------------------------------------------------------------------


def why_not(
    facts: Facts[Plain], state: State[Plain], action: int, lang: str, names: Sequence[str] = ()
) -> str:
    """Why the action is not allowed in this (hidden) position; empty if it is."""
    if action in engine_of("trains").legal(facts, state):
        return ""
    return refusal_text(
        WHY_NOT, refusal(facts, state, action), lang,
        card=lambda kind: card_name(facts, kind, lang),
        place=lambda space: place_name(board_of(facts), space),
        asked=lambda phase: say(EXPECTED_ANSWERS, phase, lang),
        needed=lambda need: say(UNMET_NEEDS, need, lang),
    )  # fmt: skip


@cache
def _layout() -> Layout:
    return layout_of(State)


@lru_cache(maxsize=256)
def state_after(
    facts: Facts[Plain], state: State[Plain], action: int, money: int | None = None
) -> RecordMemory[State]:
    """The state after an action without luck, with `money` before it if that is given."""
    later: RecordMemory[State] = RecordMemory(_layout(), bytearray(state.data))
    if money is not None:
        later.set("money", money)
    engine_of("trains").step(facts, later, action)
    return later


def refusal(facts: Facts[Plain], state: State[Plain], action: int) -> Refusal:
    if common := common_refusal(s.ACTIONS, state, action):
        return common, {}
    read = s.ACTIONS.read(action)
    if state.phase == s.STARTING:
        return _start_refusal(facts, read)
    if read.band == "start":
        return "start_over", {}
    if state.phase == s.TURN:
        return _turn_refusal(facts, state, read)
    return _choice_refusal(facts, state, read)


def _has(words: Sequence[int], space: int) -> bool:
    return bool(words[space >> 6] >> (space & 63) & 1)


def _start_refusal(facts: Facts[Plain], read: Action) -> Refusal:  # T3
    if read.band != "start":
        return "start_first", {}
    space = read.parts["space"]
    if facts.terrain[space] in (SEA, REMOTE):
        return "start_ground", {"place": space}
    return "start_taken", {"place": space}


def _slot(state: State[Plain], kind: int) -> int | None:
    return state.kind.index(kind) if kind in state.kind else None


def _turn_refusal(facts: Facts[Plain], state: State[Plain], read: Action) -> Refusal:
    if read.band == "recycle":  # T7
        return ("recycle_acted" if state.acted else "recycle_none"), {}
    if read.band not in ("play", "use", "buy", "buy_top"):
        return "not_asked", {}
    kind = read.parts["kind"]
    slot = _slot(state, kind)
    if slot is None:
        return "not_in_game", {"card": kind}
    if read.band in ("buy", "buy_top"):
        return _purchase_refusal(facts, state, kind, slot)
    if state.hand[state.turn][slot] == 0:
        return "not_in_hand", {"card": kind}
    if not facts.playable[kind]:
        return "not_playable", {"card": kind}
    if not facts.active[kind]:
        return "no_ability", {"card": kind}
    return "needs", {"card": kind, "needed": _missing_need(facts, state, kind)}


def _missing_need(facts: Facts[Plain], state: State[Plain], kind: int) -> str:
    """The need that keeps a card from being used (T5)."""
    needs = NEEDS[facts.needs[kind]]
    if needs == "rail" and state.stock[state.turn] == 0:
        return "no_cube"
    if needs == "station" and state.tokens == 0:
        return "no_token"
    return needs


def _purchase_refusal(
    facts: Facts[Plain], state: State[Plain], kind: int, slot: int
) -> Refusal:  # T6
    if kind == WA:
        return "buy_waste", {}
    if state.supply[slot] == 0:
        return "buy_empty", {"card": kind}
    cost, money = facts.cost[kind], state.money
    if cost > money:
        return "buy_money", {"card": kind, "cost": cost, "money": money}
    return "buy_top", {}


def _choice_refusal(facts: Facts[Plain], state: State[Plain], read: Action) -> Refusal:
    """The refusal while an ability waits: the wrong kind of answer, or a wrong choice."""
    band, parts, phase = read.band, read.parts, state.phase
    asked = {"asked": s.PHASES[phase]}
    if phase == s.RAIL and band == "lay":
        return _rail_refusal(facts, state, parts["space"])
    if phase == s.STATION and band == "build":
        space = parts["space"]
        city = facts.terrain[space] == CITY
        return ("station_full" if city else "station_city"), {"place": space}
    if phase == s.FREIGHT and band == "return":
        return "return_many", {"count": state.hand[state.turn][WA]}
    if phase == s.ORDER and band == "put":
        return "no_place", {"count": state.row_left}
    if phase == s.CREW and band == "crew" and s.CREW_CHOICES[parts["what"]] == "waste":
        return "no_waste", {}
    answers = {
        s.MAIL: "discard", s.CONDUCTOR: "discard", s.GARAGE: "discard", s.NAMING: "name",
        s.REVEAL: "take", s.WAGON: "take",
    }  # fmt: skip
    if band == answers.get(phase, "choose"):
        kind = parts["kind"]
        if _slot(state, kind) is None:
            return "not_in_game", {"card": kind}
        if band == "discard":
            return "not_in_hand", {"card": kind}
        return "no_choice", {"card": kind, **asked}
    return "waits", asked


def _rail_refusal(facts: Facts[Plain], state: State[Plain], space: int) -> Refusal:  # T10, T11
    about = {"place": space}
    if facts.terrain[space] == SEA:
        return "rail_sea", about
    if _has(state.cubes[state.turn], space):
        return "rail_own", about
    if not _has(state.reach[state.turn], space):
        near = any(_has(state.cubes[state.turn], other) for other in adjacent_spaces(space))
        return ("rail_barrier" if near else "rail_far"), about
    cost = 1000 - state_after(facts, state, s.LAY + space, 1000).get(
        "money"
    )  # T11, affordable or not
    return "rail_money", {**about, "cost": cost, "money": state.money}
