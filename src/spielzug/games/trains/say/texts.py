"""Texts of Trains: options, sentences, labels, and words in drawings; see also `refusals`."""
# ruff: noqa: E501 - a sentence stays on one line, so that translators see it whole

from __future__ import annotations

from spielzug.core import endings
from spielzug.core.options import TITLES, WORDS
from spielzug.core.texts import in_four as _t
from spielzug.core.texts import pick

TITLE = _t("Trains – Die Bahn kommt!", "Trains", "Trains", "Trains")

CREDIT = "Hisashi Hayashi · AEG, Pegasus"

CAST = (
    "Ambrose", "Beatrix", "Cornelius", "Dorothea", "Erasmus",
    "Felicity", "Gideon", "Hortense", "Isidor",
)  # fmt: skip
"""Names of the bots: invented railway founders."""

ABOUT = _t(
    "Baue ein Deck, lege Gleise durch Tokio oder Osaka, baue Bahnhöfe und halte den Müll klein.",
    "Build a deck, lay rails across Tokyo or Osaka, build stations, and keep your Waste down.",
    "Composez un paquet, posez des rails dans Tokyo ou Osaka, construisez des gares et limitez les déchets.",
    "Bouw een deck, leg rails door Tokio of Osaka, bouw stations en houd het afval klein.",
)

_TOKYO = _t("Tokio", "Tokyo", "Tokyo", "Tokio")
_OSAKA = _t("Osaka", "Osaka", "Osaka", "Osaka")
OPTION_WORDS = {
    **pick(TITLES, "first", "first=random", "board", "turn_limit", "turn_limit=off"),
    "kinds=none": WORDS["none"],
    "board=tokyo": _TOKYO,
    "board=osaka": _OSAKA,
    "supply": _t(
        "Karten im Vorrat", "Cards in the supply", "Cartes de la réserve", "Kaarten in de voorraad"
    ),
    "supply=board": _t(
        "Liste für erste Spiele", "list for a first game", "liste des premières parties",
        "lijst voor eerste partijen",
    ),
    "supply=lot": _t(
        "ausgelost (normales Spiel)", "at random (normal game)", "au sort (partie normale)",
        "door loting (gewone partij)",
    ),
    "supply=tokyo": _TOKYO,
    "supply=osaka": _OSAKA,
    "supply=tunneling": _t(
        "Umbau und Tunnelbau", "Reforming and Tunneling", "Réformes et tunnels",
        "Ombouw en tunnels",
    ),
    "supply=holiday": _t("Ferienpass", "Holiday Pass", "Passe vacances", "Vakantiepas"),
    "supply=chosen": _t("selbst gewählt", "your own choice", "choisies par nous", "zelf gekozen"),
    "kinds": _t("Die acht Sorten", "The eight kinds of card", "Les huit sortes", "De acht soorten"),
    "set": _t(
        "Karten und Spielpläne", "Cards and boards", "Cartes et plateaux", "Kaarten en borden"
    ),
    "set=shipped": _t(
        "die von Spielzug", "Spielzug's own", "ceux de Spielzug", "die van Spielzug"
    ),
}  # fmt: skip
"""Names of the options and of their named values."""

SENTENCES = {
    "begins": endings.SENTENCES["begins"],
    "supplied": _t(
        "Im Vorrat liegen außer den üblichen Sorten: {cards}.",
        "Besides the usual cards, the supply has {cards}.",
        "La réserve contient, outre les sortes habituelles : {cards}.",
        "De voorraad bevat naast de gewone soorten: {cards}.",
    ),
    "dealt": _t(
        "{name} bekommt {cards} auf die Hand.",
        "{name} is dealt {cards}.",
        "{name} reçoit {cards}.",
        "{name} krijgt {cards} in de hand.",
    ),
    "dealt_hidden": _t(
        "{name} bekommt {count} Karten auf die Hand.",
        "{name} is dealt {count} cards.",
        "{name} reçoit {count} cartes.",
        "{name} krijgt {count} kaarten in de hand.",
    ),
    "started": _t(
        "{name} legt das erste Gleis auf {place}.",
        "{name} lays the first rail on {place}.",
        "{name} pose son premier rail sur {place}.",
        "{name} legt het eerste spoor op {place}.",
    ),
    "played": _t(
        "{name} spielt {card}.",
        "{name} plays {card}.",
        "{name} joue {card}.",
        "{name} speelt {card}.",
    ),
    "played_used": _t(
        "{name} spielt {card} und nutzt die Fähigkeit.",
        "{name} plays {card} and uses its ability.",
        "{name} joue {card} et utilise sa capacité.",
        "{name} speelt {card} en gebruikt de eigenschap.",
    ),
    "money": _t(
        "{name} bekommt {count} Geld dazu ({card}).",
        "{name} gets +{count} money ({card}).",
        "{name} reçoit {count} d'argent en plus ({card}).",
        "{name} krijgt {count} geld extra ({card}).",
    ),
    "wasted": _t(
        "{name} nimmt 1 Müll.",
        "{name} takes 1 Waste.",
        "{name} prend 1 Ferraille.",
        "{name} neemt 1 Afval.",
    ),
    "no_waste": _t(
        "{name} nimmt keinen Müll.",
        "{name} takes no Waste.",
        "{name} ne prend pas de Ferraille.",
        "{name} neemt geen Afval.",
    ),
    "effect": _t(
        "{card} gilt bis zum Ende des Spielzugs.",
        "{card} is in effect until the end of the turn.",
        "{card} agit jusqu'à la fin du tour.",
        "{card} geldt tot het eind van de beurt.",
    ),
    "laid": _t(
        "{name} verlegt ein Gleis auf {place}.",
        "{name} lays a rail on {place}.",
        "{name} pose un rail sur {place}.",
        "{name} legt een spoor op {place}.",
    ),
    "laid_paid": _t(
        "{name} verlegt ein Gleis auf {place} und zahlt {cost}.",
        "{name} lays a rail on {place} and pays {cost}.",
        "{name} pose un rail sur {place} et paie {cost}.",
        "{name} legt een spoor op {place} en betaalt {cost}.",
    ),
    "station": _t(
        "{name} baut einen Bahnhof in {place} (jetzt {stations}).",
        "{name} builds a station in {place} (now {stations}).",
        "{name} construit une gare à {place} (maintenant {stations}).",
        "{name} bouwt een station in {place} (nu {stations}).",
    ),
    "bought": _t(
        "{name} kauft {card}.",
        "{name} buys {card}.",
        "{name} achète {card}.",
        "{name} koopt {card}.",
    ),
    "bought_top": _t(
        "{name} kauft {card} und legt die Karte auf den Nachziehstapel.",
        "{name} buys {card} and puts it on the draw pile.",
        "{name} achète {card} et pose la carte sur sa pioche.",
        "{name} koopt {card} en legt de kaart op de trekstapel.",
    ),
    "gained": _t(
        "{name} erhält {card} aus dem Vorrat.",
        "{name} gains {card} from the supply.",
        "{name} reçoit {card} de la réserve.",
        "{name} krijgt {card} uit de voorraad.",
    ),
    "discarded": _t(
        "{name} legt {cards} ab.",
        "{name} discards {cards}.",
        "{name} défausse {cards}.",
        "{name} legt {cards} af.",
    ),
    "returned": _t(
        "{name} gibt {count} Müll zurück.",
        "{name} returns {count} Waste.",
        "{name} rend {count} Ferraille.",
        "{name} geeft {count} Afval terug.",
    ),
    "trashed": _t(
        "{card} kommt aus dem Spiel.",
        "{card} leaves the game.",
        "{card} quitte la partie.",
        "{card} gaat uit het spel.",
    ),
    "took": _t(
        "{name} nimmt {card} auf die Hand.",
        "{name} takes {card} into their hand.",
        "{name} prend {card} en main.",
        "{name} neemt {card} in de hand.",
    ),
    "revealed": _t(
        "{name} zeigt {cards}.",
        "{name} reveals {cards}.",
        "{name} révèle {cards}.",
        "{name} onthult {cards}.",
    ),
    "looked": _t(
        "Oben auf dem Nachziehstapel von {name} liegt {card}.",
        "The top card of {name}’s draw pile is {card}.",
        "Sur la pioche de {name} se trouve {card}.",
        "Boven op de trekstapel van {name} ligt {card}.",
    ),
    "looked_hidden": _t(
        "{name} sieht sich die oberste Karte des Nachziehstapels an.",
        "{name} looks at the top card of the draw pile.",
        "{name} regarde la carte du dessus de sa pioche.",
        "{name} bekijkt de bovenste kaart van de trekstapel.",
    ),
    "put_back": _t(
        "{name} legt {card} oben auf den Nachziehstapel.",
        "{name} puts {card} on top of the draw pile.",
        "{name} pose {card} sur sa pioche.",
        "{name} legt {card} boven op de trekstapel.",
    ),
    "put_back_hidden": _t(
        "{name} legt die Karte zurück.",
        "{name} puts the card back.",
        "{name} remet la carte.",
        "{name} legt de kaart terug.",
    ),
    "arranged": _t(
        "{name} legt {card} zurück, über die Karten davor.",
        "{name} puts {card} back, on top of the ones before.",
        "{name} remet {card}, au-dessus des précédentes.",
        "{name} legt {card} terug, boven de vorige.",
    ),
    "arranged_hidden": _t(
        "{name} legt eine der aufgedeckten Karten zurück.",
        "{name} puts one of the revealed cards back.",
        "{name} remet une des cartes révélées.",
        "{name} legt een van de onthulde kaarten terug.",
    ),
    "named": _t(
        "{name} nennt {card}.",
        "{name} names {card}.",
        "{name} annonce {card}.",
        "{name} noemt {card}.",
    ),
    "copied": _t(
        "Das Büro tut, was {card} kann.",
        "The Office copies {card}.",
        "Le bureau fait ce que fait {card}.",
        "Het kantoor doet wat {card} kan.",
    ),
    "point": _t(
        "{name} rückt auf der Skala auf {track} vor.",
        "{name} moves to {track} on the score track.",
        "{name} avance à {track} sur la piste de score.",
        "{name} gaat naar {track} op de schaal.",
    ),
    "passed": _t(
        "{name} passt, um Müll loszuwerden.",
        "{name} passes to get rid of Waste.",
        "{name} passe pour se défaire de la Ferraille.",
        "{name} past om van het Afval af te komen.",
    ),
    "cleaned_up": _t(
        "{name} räumt auf.",
        "{name}’s turn ends.",
        "{name} range ses cartes.",
        "{name} ruimt op.",
    ),
    "drew": _t(
        "{name} zieht {cards}.",
        "{name} draws {cards}.",
        "{name} pioche {cards}.",
        "{name} trekt {cards}.",
    ),
    "drew_one_hidden": _t(
        "{name} zieht 1 Karte.",
        "{name} draws 1 card.",
        "{name} pioche 1 carte.",
        "{name} trekt 1 kaart.",
    ),
    "drew_hidden": _t(
        "{name} zieht {count} Karten.",
        "{name} draws {count} cards.",
        "{name} pioche {count} cartes.",
        "{name} trekt {count} kaarten.",
    ),
    "reshuffled": _t(
        "{name} mischt die Ablage (Karten: {count}).",
        "{name} shuffles the discard pile ({count} {count:card|cards}).",
        "{name} mélange sa défausse (cartes : {count}).",
        "{name} schudt de aflegstapel (kaarten: {count}).",
    ),
    "some_piles": _t(
        "{count} Stapel des Vorrats {count:ist|sind} leer: Das Spiel ist zu Ende.",
        "{count} supply {count:pile is|piles are} empty: the game is over.",
        "{count} {count:pile|piles} de la réserve {count:est vide|sont vides} : la partie est terminée.",
        "{count} {count:stapel|stapels} van de voorraad {count:is|zijn} leeg: het spel is afgelopen.",
    ),
    "four_piles": _t(
        "Vier Stapel des Vorrats sind leer: Das Spiel ist zu Ende.",
        "Four supply piles are empty: the game is over.",
        "Quatre piles de la réserve sont vides : la partie est terminée.",
        "Vier stapels van de voorraad zijn leeg: het spel is afgelopen.",
    ),
    "cubes": _t(
        "Alle Gleise eines Spielers liegen: Das Spiel ist zu Ende.",
        "A player has laid all their rails: the game is over.",
        "Tous les rails d'un joueur sont posés : la partie est terminée.",
        "Alle sporen van een speler liggen: het spel is afgelopen.",
    ),
    "stations": _t(
        "Alle Bahnhöfe sind gebaut: Das Spiel ist zu Ende.",
        "All stations are built: the game is over.",
        "Toutes les gares sont construites : la partie est terminée.",
        "Alle stations zijn gebouwd: het spel is afgelopen.",
    ),
    "turn_limit": _t(
        "Nach {turns} {turns:Spielzug|Spielzügen} wird gewertet.",
        "After {turns} {turns:turn|turns} the game is scored.",
        "Après {turns} {turns:tour|tours}, on compte les points.",
        "Na {turns} {turns:beurt|beurten} wordt er geteld.",
    ),
    "scored": _t(
        "{name}: {total} {total:Punkt|Punkte} (Skala {track}, Städte {cities}, abgelegene Orte {remote}, Karten {cards}).",
        "{name}: {total} {total:point|points} (track {track}, cities {cities}, remote locations {remote}, cards {cards}).",
        "{name} : {total} {total:point|points} (piste {track}, villes {cities}, lieux éloignés {remote}, cartes {cards}).",
        "{name}: {total} {total:punt|punten} (schaal {track}, steden {cities}, afgelegen plaatsen {remote}, kaarten {cards}).",
    ),
    "won": _t(
        "{name} gewinnt mit {points} {points:Punkt|Punkten}!",
        "{name} wins with {points} {points:point|points}!",
        "{name} gagne avec {points} {points:point|points} !",
        "{name} wint met {points} {points:punt|punten}!",
    ),
    "shared": _t(
        "{name} teilt sich den Sieg mit {points} {points:Punkt|Punkten}.",
        "{name} shares the win with {points} {points:point|points}.",
        "{name} partage la victoire avec {points} {points:point|points}.",
        "{name} deelt de overwinning met {points} {points:punt|punten}.",
    ),
    **pick(endings.SENTENCES, "gave_up", "called_off"),
}

LAND = {
    "plain": _t("Ebene", "plain", "plaine", "vlakte"),
    "river": _t("Fluss", "river", "rivière", "rivier"),
    "mountain": _t("Gebirge", "mountain", "montagne", "bergen"),
    "sea": _t("Meer", "sea", "mer", "zee"),
}

LABELS = {
    **endings.LABELS,
    "near": _t(
        "{place}, {land} bei {near}",
        "{place}, {land} near {near}",
        "{place}, {land} côté {near}",
        "{place}, {land} bij {near}",
    ),
    "start": _t(
        "Erstes Gleis auf {place}",
        "First rail on {place}",
        "Premier rail sur {place}",
        "Eerste spoor op {place}",
    ),
    "play": _t("{card} spielen", "Play {card}", "Jouer {card}", "{card} spelen"),
    "play_money": _t(
        "{card} nur für das Geld spielen ({money})",
        "Play {card} for its money only ({money})",
        "Jouer {card} pour son argent seulement ({money})",
        "{card} alleen voor het geld spelen ({money})",
    ),
    "play_idle": _t(
        "{card} spielen, aber nicht nutzen",
        "Play {card} without its ability",
        "Jouer {card} sans l'utiliser",
        "{card} spelen, maar niet gebruiken",
    ),
    "use": _t(
        "{card} spielen und nutzen",
        "Play {card} and use its ability",
        "Jouer et utiliser {card}",
        "{card} spelen en gebruiken",
    ),
    "buy": _t(
        "{card} kaufen ({cost})", "Buy {card} ({cost})", "Acheter {card} ({cost})",
        "{card} kopen ({cost})",
    ),
    "buy_top": _t(
        "{card} kaufen ({cost}) und auf den Nachziehstapel legen",
        "Buy {card} ({cost}) and put it on the draw pile",
        "Acheter {card} ({cost}) et poser sur la pioche",
        "{card} kopen ({cost}) en op de trekstapel leggen",
    ),
    "end": _t("Spielzug beenden", "End the turn", "Finir le tour", "Beurt beëindigen"),
    "recycle": _t(
        "Passen und allen Müll der Hand zurückgeben ({count})",
        "Pass and return all Waste in hand ({count})",
        "Passer et rendre toute la Ferraille de la main ({count})",
        "Passen en al het Afval uit de hand teruggeven ({count})",
    ),
    "rail": _t(
        "Gleis auf {place} (kostet {cost})",
        "Rail on {place} (costs {cost})",
        "Rail sur {place} (coûte {cost})",
        "Spoor op {place} (kost {cost})",
    ),
    "rail_waste": _t(
        "Gleis auf {place} (kostet {cost} und bringt Müll)",
        "Rail on {place} (costs {cost} and brings Waste)",
        "Rail sur {place} (coûte {cost} et apporte de la Ferraille)",
        "Spoor op {place} (kost {cost} en geeft Afval)",
    ),
    "station": _t(
        "Bahnhof in {place}", "Station in {place}", "Gare à {place}", "Station in {place}"
    ),
    "return": _t(
        "{count} Müll zurückgeben",
        "Return {count} Waste",
        "Rendre {count} Ferraille",
        "{count} Afval teruggeven",
    ),
    "discard": _t("{card} ablegen", "Discard {card}", "Défausser {card}", "{card} afleggen"),
    "discard_top": _t(
        "Die Karte ablegen", "Discard the card", "Défausser la carte", "De kaart afleggen"
    ),
    "keep_top": _t(
        "Die Karte zurücklegen", "Put the card back", "Remettre la carte", "De kaart terugleggen"
    ),
    "name": _t("{card} nennen", "Name {card}", "Annoncer {card}", "{card} noemen"),
    "take": _t("{card} nehmen", "Take {card}", "Prendre {card}", "{card} nemen"),
    "none": _t("Keine nehmen", "Take none", "N'en prendre aucune", "Geen nemen"),
    "done": _t("Fertig", "Done", "Terminé", "Klaar"),
    "put": _t(
        "{card} (Platz {place}) als Nächste zurücklegen",
        "Put {card} (number {place}) back next",
        "Remettre ensuite {card} (place {place})",
        "{card} (plaats {place}) als volgende terugleggen",
    ),
    "crew_draw": _t("1 Karte ziehen", "Draw 1 card", "Piocher 1 carte", "1 kaart trekken"),
    "crew_money": _t("+1 Geld", "+1 money", "+1 d'argent", "+1 geld"),
    "crew_waste": _t(
        "1 Müll zurückgeben", "Return 1 Waste", "Rendre 1 Ferraille", "1 Afval teruggeven"
    ),
    "choose": _t("{card} wählen", "Choose {card}", "Choisir {card}", "{card} kiezen"),
}  # fmt: skip

REASONS = {
    "four_piles": _t(
        "leere Stapel", "empty supply piles", "piles vides", "lege stapels"
    ),
    "cubes": _t(
        "alle Gleise eines Spielers gelegt",
        "a player laid all their rails",
        "tous les rails d'un joueur posés",
        "alle sporen van een speler gelegd",
    ),
    "stations": _t(
        "alle Bahnhöfe gebaut", "all stations built", "toutes les gares construites",
        "alle stations gebouwd",
    ),
    **pick(endings.REASONS, "turn_limit", "resigned", "abandoned"),
}  # fmt: skip

BOARD = {
    "hand": _t("Hand", "Hand", "Main", "Hand"),
    "play": _t("Gespielt", "Played", "Joué", "Gespeeld"),
    "aside": _t("Beiseite", "Set aside", "De côté", "Apart"),
    "row": _t("Aufgedeckt", "Revealed", "Révélé", "Onthuld"),
    "look": _t("Oben liegt", "On top", "Dessus", "Bovenop"),
    "money": _t("Geld", "Money", "Argent", "Geld"),
    "supply": _t("Vorrat", "Supply", "Réserve", "Voorraad"),
    "tokens": _t("Bahnhöfe übrig", "Stations left", "Gares restantes", "Stations over"),
    "turns": _t("Spielzüge", "Turns", "Tours", "Beurten"),
    "points": _t("Punkte", "Points", "Points", "Punten"),
    "cubes": _t("Gleise", "Rails", "Rails", "Sporen"),
    "cards": _t("Hand", "Hand", "Main", "Hand"),
    "pile": _t("Stapel", "Draw pile", "Pioche", "Stapel"),
    "discard": _t("Ablage", "Discards", "Défausse", "Aflegstapel"),
    "effects": _t("Gilt", "In effect", "En vigueur", "Geldt"),
    "legend": _t(
        ". Ebene  ~ Fluss  ^ Gebirge  # Meer  1/2 Bahnhöfe  *n abgelegen  | Sperre",
        ". plain  ~ river  ^ mountain  # sea  1/2 stations  *n remote  | barrier",
        ". plaine  ~ rivière  ^ montagne  # mer  1/2 gares  *n éloigné  | barrière",
        ". vlakte  ~ rivier  ^ bergen  # zee  1/2 stations  *n afgelegen  | barrière",
    ),
}
