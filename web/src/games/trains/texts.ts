import { inLanguage, translator } from "../../lib/i18n";
import type { ByLang } from "../../lib/types";
import type { TrainsView } from "./view";
import type { TrainsCardView, CardKind, Terrain } from "./view_types";

/** The board's own texts. Log sentences and choice labels come from the server. */

export const TERRAINS: Record<Exclude<Terrain, "none">, ByLang> = {
  plain: { de: "Ebene", en: "plain", fr: "plaine", nl: "vlakte" },
  river: { de: "Fluss", en: "river", fr: "rivière", nl: "rivier" },
  mountain: { de: "Gebirge", en: "mountain", fr: "montagne", nl: "bergen" },
  city: { de: "Stadt", en: "city", fr: "ville", nl: "stad" },
  remote: { de: "abgelegener Ort", en: "remote location", fr: "lieu éloigné", nl: "afgelegen plaats" },
  sea: { de: "Meer", en: "sea", fr: "mer", nl: "zee" },
};

export const KINDS: Record<CardKind, ByLang> = {
  train: { de: "Zug", en: "train", fr: "train", nl: "trein" },
  rail: { de: "Gleis", en: "rail", fr: "rail", nl: "spoor" },
  station: { de: "Bahnhof", en: "station", fr: "gare", nl: "station" },
  action: { de: "Aktion", en: "action", fr: "action", nl: "actie" },
  victory: { de: "Siegpunkte", en: "victory points", fr: "points de victoire", nl: "overwinningspunten" },
  waste: { de: "Müll", en: "Waste", fr: "Ferraille", nl: "Afval" },
};

export const BOARD = {
  // The map
  map: { de: "Karte {title}", en: "Map of {title}", fr: "Carte de {title}", nl: "Kaart van {title}" },
  map_keys: {
    de: "Pfeiltasten wandern über die Felder, Eingabe wählt, + und − zoomen.",
    en: "Arrow keys move between spaces, Enter chooses, + and − zoom.",
    fr: "Les flèches parcourent les cases, Entrée choisit, + et − pour le zoom.",
    nl: "Pijltjestoetsen gaan van veld naar veld, Enter kiest, + en − zoomen.",
  },
  map_hint: {
    de: "Zeig auf ein Feld: Hier steht, was dort ist.",
    en: "Point at a space to see what’s there.",
    fr: "Pointez une case : son contenu est dit ici.",
    nl: "Wijs een veld aan: hier staat wat er is.",
  },
  zoom_in: { de: "Näher", en: "Zoom in", fr: "Agrandir", nl: "Inzoomen" },
  zoom_out: { de: "Weiter weg", en: "Zoom out", fr: "Réduire", nl: "Uitzoomen" },
  zoom_all: { de: "Ganze Karte", en: "Whole map", fr: "Toute la carte", nl: "Hele kaart" },
  stations_of: {
    de: "{count} von {all} {all|Bahnhof|Bahnhöfen}",
    en: "{count} of {all} {all|station|stations}",
    fr: "{count} {count|gare|gares} sur {all}",
    nl: "{count} van {all} {all|station|stations}",
  },
  worth: {
    de: "{count} {count|Punkt|Punkte} je Gleis",
    en: "{count} {count|point|points} for each rail",
    fr: "{count} {count|point|points} par rail",
    nl: "{count} {count|punt|punten} per spoor",
  },
  remote_worth: {
    de: "{count} {count|Punkt|Punkte}, {count} Zusatzkosten",
    en: "{count} {count|point|points}, {count} extra cost",
    fr: "{count} {count|point|points}, coût {count}",
    nl: "{count} {count|punt|punten}, {count} extra kosten",
  },
  rails_of: {
    de: "Gleise von {names}",
    en: "rails of {names}",
    fr: "rails de {names}",
    nl: "sporen van {names}",
  },
  can_start: {
    de: "Startgleis möglich",
    en: "you can start here",
    fr: "rail de départ possible",
    nl: "startspoor mogelijk",
  },
  can_rail: {
    de: "Gleis möglich: {price}",
    en: "you can lay a rail: {price}",
    fr: "rail possible : {price}",
    nl: "spoor mogelijk: {price}",
  },
  can_station: {
    de: "Bahnhof möglich",
    en: "you can build a station",
    fr: "gare possible",
    nl: "station mogelijk",
  },
  price: { de: "kostet {cost}", en: "costs {cost}", fr: "coûte {cost}", nl: "kost {cost}" },
  price_free: { de: "kostenlos", en: "free", fr: "gratuit", nl: "gratis" },
  price_waste: {
    de: "{price}, {waste} Müll",
    en: "{price}, {waste} Waste",
    fr: "{price}, {waste} Ferraille",
    nl: "{price}, {waste} Afval",
  },
  do_start: { de: "Hier beginnen", en: "Begin here", fr: "Commencer ici", nl: "Hier beginnen" },
  do_rail: { de: "Gleis verlegen", en: "Lay the rail", fr: "Poser le rail", nl: "Spoor leggen" },
  do_station: {
    de: "Bahnhof bauen",
    en: "Build the station",
    fr: "Construire la gare",
    nl: "Station bouwen",
  },
  barrier_note: {
    de: "Sperre zu {names}",
    en: "barrier to {names}",
    fr: "barrière vers {names}",
    nl: "barrière naar {names}",
  },
  // Cards
  card_of: { de: "{title}, {kinds}", en: "{title}, {kinds}", fr: "{title}, {kinds}", nl: "{title}, {kinds}" },
  costs: { de: "Preis {cost}", en: "price {cost}", fr: "prix {cost}", nl: "prijs {cost}" },
  brings: {
    de: "bringt {money} Geld",
    en: "gives {money} money",
    fr: "rapporte {money}",
    nl: "geeft {money} geld",
  },
  is_worth: {
    de: "{points} {points|Punkt|Punkte}",
    en: "{points} {points|point|points}",
    fr: "{points} {points|point|points}",
    nl: "{points} {points|punt|punten}",
  },
  times: { de: "{count}-mal", en: "{count} times", fr: "{count} fois", nl: "{count} keer" },
  playable: { de: "spielbar", en: "can be played", fr: "jouable", nl: "speelbaar" },
  discardable: {
    de: "ablegbar",
    en: "can be discarded",
    fr: "peut être défaussée",
    nl: "kan worden afgelegd",
  },
  choosable: { de: "wählbar", en: "can be chosen", fr: "peut être choisie", nl: "kan gekozen worden" },
  affordable: { de: "käuflich", en: "can be bought", fr: "achetable", nl: "te koop" },
  left: { de: "{count} übrig", en: "{count} left", fr: "il en reste {count}", nl: "nog {count}" },
  pile_empty: { de: "leer", en: "empty", fr: "épuisée", nl: "op" },
  waste_with: {
    de: "dazu {count} Müll",
    en: "and {count} Waste",
    fr: "plus {count} Ferraille",
    nl: "plus {count} Afval",
  },
  // Zones
  hand: { de: "Deine Hand", en: "Your hand", fr: "Votre main", nl: "Je hand" },
  hand_empty: {
    de: "Keine Karte auf der Hand.",
    en: "No cards in hand.",
    fr: "Aucune carte en main.",
    nl: "Geen kaart in de hand.",
  },
  hand_hidden: {
    de: "Nur wer mitspielt, sieht eine Hand.",
    en: "Only players can see a hand.",
    fr: "Seuls les joueurs voient une main.",
    nl: "Alleen spelers zien een hand.",
  },
  in_play: { de: "Im Spiel", en: "In play", fr: "En jeu", nl: "In het spel" },
  aside: {
    de: "Neu in diesem Spielzug",
    en: "New this turn",
    fr: "Nouvelles ce tour",
    nl: "Nieuw deze beurt",
  },
  nothing_yet: { de: "noch nichts", en: "nothing yet", fr: "rien encore", nl: "nog niets" },
  supply: { de: "Vorrat", en: "Supply", fr: "Réserve", nl: "Voorraad" },
  money: { de: "Geld", en: "Money", fr: "Argent", nl: "Geld" },
  money_now: { de: "{count} Geld", en: "{count} money", fr: "{count} d’argent", nl: "{count} geld" },
  effects: {
    de: "Gilt in diesem Spielzug",
    en: "Active this turn",
    fr: "Vaut ce tour",
    nl: "Geldt deze beurt",
  },
  stations_left: { de: "Bahnhöfe übrig", en: "Stations left", fr: "Gares restantes", nl: "Stations over" },
  empty_piles: { de: "Leere Stapel", en: "Empty piles", fr: "Piles épuisées", nl: "Lege stapels" },
  turn_n: { de: "Spielzug {n}", en: "Turn {n}", fr: "Tour {n}", nl: "Beurt {n}" },
  turn_of: {
    de: "Spielzug {n} von {limit}",
    en: "Turn {n} of {limit}",
    fr: "Tour {n} sur {limit}",
    nl: "Beurt {n} van {limit}",
  },
  // Actions
  play_trains: {
    de: "Alle Züge spielen",
    en: "Play all trains",
    fr: "Jouer tous les trains",
    nl: "Alle treinen spelen",
  },
  end_turn: { de: "Spielzug beenden", en: "End turn", fr: "Finir le tour", nl: "Beurt beëindigen" },
  recycle: {
    de: "Passen: allen Müll zurück ({count})",
    en: "Pass: return all Waste ({count})",
    fr: "Passer : rendre la Ferraille ({count})",
    nl: "Passen: al het Afval terug ({count})",
  },
  recycle_sure: {
    de: "Das ist der ganze Spielzug: {count} Müll zurück, sonst nichts. Wirklich?",
    en: "That’s your whole turn: you return {count} Waste and do nothing else. Go ahead?",
    fr: "C’est tout le tour : {count} Ferraille rendue, rien d’autre. Vraiment ?",
    nl: "Dat is de hele beurt: {count} Afval terug, verder niets. Echt?",
  },
  end_sure: {
    de: "Du kannst noch {count} {count|Karte|Karten} spielen. Trotzdem beenden?",
    en: "You can still play {count} {count|card|cards}. End the turn anyway?",
    fr: "Vous pouvez encore jouer {count} {count|carte|cartes}. Finir quand même ?",
    nl: "Je kunt nog {count} {count|kaart|kaarten} spelen. Toch beëindigen?",
  },
  yes: { de: "Ja", en: "Yes", fr: "Oui", nl: "Ja" },
  no: { de: "Zurück", en: "Back", fr: "Retour", nl: "Terug" },
  use: {
    de: "Fähigkeit nutzen",
    en: "Use the ability",
    fr: "Utiliser la capacité",
    nl: "Eigenschap gebruiken",
  },
  use_money: {
    de: "Fähigkeit nutzen (+{money} Geld)",
    en: "Use the ability (+{money} money)",
    fr: "Utiliser la capacité (+{money})",
    nl: "Eigenschap gebruiken (+{money} geld)",
  },
  money_only: {
    de: "Nur das Geld (+{money})",
    en: "Money only (+{money})",
    fr: "L’argent seul (+{money})",
    nl: "Alleen het geld (+{money})",
  },
  no_effect: {
    de: "Ohne Wirkung spielen",
    en: "Play it without effect",
    fr: "Jouer sans effet",
    nl: "Zonder effect spelen",
  },
  cannot_use: {
    de: "Fähigkeit jetzt nicht möglich",
    en: "Can’t use the ability now",
    fr: "Capacité impossible maintenant",
    nl: "Eigenschap kan nu niet",
  },
  why: { de: "Warum nicht?", en: "Why not?", fr: "Pourquoi pas ?", nl: "Waarom niet?" },
  play_card: { de: "{title} spielen", en: "Play {title}", fr: "Jouer {title}", nl: "{title} spelen" },
  buy_card: { de: "{title} kaufen", en: "Buy {title}", fr: "Acheter {title}", nl: "{title} kopen" },
  buy_aside: {
    de: "Kaufen wie sonst: zu den neuen Karten",
    en: "Buy as usual, with the new cards",
    fr: "Acheter normalement : avec les nouvelles",
    nl: "Gewoon kopen: bij de nieuwe kaarten",
  },
  buy_top: {
    de: "Kaufen: auf den Nachziehstapel",
    en: "Buy: onto the draw pile",
    fr: "Acheter : sur la pioche",
    nl: "Kopen: op de trekstapel",
  },
  done: { de: "Fertig", en: "Done", fr: "Terminé", nl: "Klaar" },
  take_none: { de: "Keine nehmen", en: "Take none", fr: "N’en prendre aucune", nl: "Geen nemen" },
  return_n: {
    de: "{count} Müll zurück: +{count} Geld",
    en: "Return {count} Waste: +{count} money",
    fr: "Rendre {count} Ferraille : +{count}",
    nl: "{count} Afval terug: +{count} geld",
  },
  return_none: {
    de: "Keinen Müll zurückgeben",
    en: "Return no Waste",
    fr: "Ne rien rendre",
    nl: "Geen Afval teruggeven",
  },
  keep_top: {
    de: "Oben liegen lassen",
    en: "Put it back on top",
    fr: "La laisser au-dessus",
    nl: "Bovenop laten",
  },
  discard_top: { de: "Ablegen", en: "Discard it", fr: "La défausser", nl: "Afleggen" },
  crew_draw: { de: "Eine Karte ziehen", en: "Draw a card", fr: "Piocher une carte", nl: "Een kaart trekken" },
  crew_money: { de: "+1 Geld", en: "+1 money", fr: "+1 d’argent", nl: "+1 geld" },
  crew_waste: {
    de: "1 Müll zurückgeben",
    en: "Return 1 Waste",
    fr: "Rendre 1 Ferraille",
    nl: "1 Afval teruggeven",
  },
  unseen: {
    de: "{count} im Nachziehstapel",
    en: "{count} in the draw pile",
    fr: "{count} dans la pioche",
    nl: "{count} in de trekstapel",
  },
  place_n: { de: "Platz {place}", en: "number {place}", fr: "number {place}", nl: "plaats {place}" },
  looked_card: {
    de: "Die oberste Karte",
    en: "The top card",
    fr: "La carte du dessus",
    nl: "De bovenste kaart",
  },
  // Players
  players: { de: "Spieler", en: "Players", fr: "Joueurs", nl: "Spelers" },
  you: { de: "du", en: "you", fr: "vous", nl: "jij" },
  to_move: { de: "dran", en: "to move", fr: "à jouer", nl: "aan de beurt" },
  points: {
    de: "{count} {count|Punkt|Punkte}",
    en: "{count} {count|point|points}",
    fr: "{count} {count|point|points}",
    nl: "{count} {count|punt|punten}",
  },
  cubes: {
    de: "{count} {count|Gleis|Gleise} im Vorrat",
    en: "{count} {count|rail|rails} in stock",
    fr: "{count} {count|rail|rails} en réserve",
    nl: "{count} {count|spoor|sporen} in voorraad",
  },
  in_hand: {
    de: "{count} {count|Karte|Karten} auf der Hand",
    en: "{count} {count|card|cards} in hand",
    fr: "{count} {count|carte|cartes} en main",
    nl: "{count} {count|kaart|kaarten} in de hand",
  },
  in_draw: {
    de: "{count} im Nachziehstapel",
    en: "{count} in the draw pile",
    fr: "{count} dans la pioche",
    nl: "{count} in de trekstapel",
  },
  in_discard: {
    de: "{count} abgelegt",
    en: "{count} discarded",
    fr: "{count} {count|défaussée|défaussées}",
    nl: "{count} afgelegd",
  },
  cards_of: {
    de: "Karten von {name}",
    en: "{name}’s cards",
    fr: "Cartes de {name}",
    nl: "Kaarten van {name}",
  },
  look_at: {
    de: "{name}: Karten ansehen",
    en: "{name}: look at the cards",
    fr: "{name} : voir les cartes",
    nl: "{name}: kaarten bekijken",
  },
  discard_pile: { de: "Ablage", en: "Discard pile", fr: "Défausse", nl: "Aflegstapel" },
  owned: { de: "Alle Karten", en: "All cards", fr: "Toutes les cartes", nl: "Alle kaarten" },
  known_hand: {
    de: "Bekannt auf der Hand",
    en: "Known cards in hand",
    fr: "Connues en main",
    nl: "Bekend in de hand",
  },
  known_top: {
    de: "Bekannt oben auf dem Nachziehstapel",
    en: "Known cards on top of the draw pile",
    fr: "Connues sur la pioche",
    nl: "Bekend bovenop de trekstapel",
  },
  unknown_card: { de: "unbekannt", en: "unknown", fr: "inconnue", nl: "onbekend" },
  all_cards: {
    de: "Alle Karten dieses Spiels",
    en: "All cards in this game",
    fr: "Toutes les cartes de la partie",
    nl: "Alle kaarten van dit spel",
  },
  card_help: { de: "Kartenhilfe", en: "Card help", fr: "Aide cartes", nl: "Kaarthulp" },
  // The others' last turns, after a name
  did_start: {
    de: "legt das erste Gleis auf {spaces}",
    en: "lays the first rail on {spaces}",
    fr: "pose le premier rail sur {spaces}",
    nl: "legt het eerste spoor op {spaces}",
  },
  did_lay: {
    de: "verlegt {count|ein Gleis|Gleise} auf {spaces}",
    en: "lays {count|a rail|rails} on {spaces}",
    fr: "pose {count|un rail|des rails} sur {spaces}",
    nl: "legt {count|een spoor|sporen} op {spaces}",
  },
  did_build: {
    de: "baut {count|einen Bahnhof|Bahnhöfe} in {spaces}",
    en: "builds {count|a station|stations} in {spaces}",
    fr: "construit {count|une gare|des gares} à {spaces}",
    nl: "bouwt {count|een station|stations} in {spaces}",
  },
  did_buy: { de: "kauft {cards}", en: "buys {cards}", fr: "achète {cards}", nl: "koopt {cards}" },
  did_nothing: {
    de: "baut und kauft nichts",
    en: "builds and buys nothing",
    fr: "ne construit et n’achète rien",
    nl: "bouwt en koopt niets",
  },
  // End of the game
  scoring: { de: "Schlusswertung", en: "Final scoring", fr: "Décompte final", nl: "Eindtelling" },
  score_track: { de: "Skala", en: "Track", fr: "Piste", nl: "Schaal" },
  score_cities: { de: "Städte", en: "Cities", fr: "Villes", nl: "Steden" },
  score_remote: { de: "Orte", en: "Remote", fr: "Lieux", nl: "Plaatsen" },
  score_cards: { de: "Karten", en: "Cards", fr: "Cartes", nl: "Kaarten" },
  score_total: { de: "Summe", en: "Total", fr: "Total", nl: "Totaal" },
  score_tie: {
    de: "Bei Gleichstand zählen die Gleise auf dem Spielplan.",
    en: "A tie goes to whoever has more rails on the board.",
    fr: "À égalité, les rails sur le plateau décident.",
    nl: "Bij gelijkstand tellen de sporen op het bord.",
  },
  score_cubes: { de: "Gleise", en: "Rails", fr: "Rails", nl: "Sporen" },
  player: { de: "Spieler", en: "Player", fr: "Joueur", nl: "Speler" },
  // Keys
  keys_go: {
    de: "M: zur Karte; H: zur Hand; S: zum Vorrat",
    en: "M: go to the map; H: to your hand; S: to the supply",
    fr: "M : à la carte ; H : à la main ; S : à la réserve",
    nl: "M: naar de kaart; H: naar de hand; S: naar de voorraad",
  },
  keys_turn: {
    de: "T: alle Züge spielen; E: Spielzug beenden",
    en: "T: play all trains; E: end the turn",
    fr: "T : jouer tous les trains ; E : finir le tour",
    nl: "T: alle treinen spelen; E: de beurt beëindigen",
  },
  keys_card: {
    de: "? auf einer Karte: was sie tut",
    en: "? on a card: what it does",
    fr: "? sur une carte : ce qu’elle fait",
    nl: "? op een kaart: wat die doet",
  },
} satisfies Record<string, ByLang>;

export const say = translator(BOARD);

export const terrainName = (terrain: Terrain): string =>
  terrain === "none" ? "" : inLanguage(TERRAINS[terrain]) || terrain;
export const kindName = (kind: CardKind): string => inLanguage(KINDS[kind]) || kind;

export const boardTitle = ({ board }: TrainsView): string =>
  typeof board.title === "string" ? board.title : inLanguage(board.title);

export const cardTitle = (kind: string, card: TrainsCardView): string => inLanguage(card.title) || kind;

/** Where German and Dutch compounds may be hyphenated on a card; other words are never broken. */
const SEAMS = new RegExp(
  `(${[
    "Bahnhofs|Durchgangs|Wolken|Wartungs|Auskunft|Müll|Sonder|Zusammen|Gleis|Freizeit|Touristen|Signal",
    "Lok|Waggon|Regional|Schnell|Stahl|Stell|Schutt",
    "Doorgangs|Goederen|Hoge|snelheids|Inlichtingen|Locomotief|Metro|Onderhouds|Perron|Samen|Spoor",
    "Staal|Stations|uit|Toeristen|Vakantie|dienst|Vuilnis|Wagon|werk(?=plaats)",
  ].join("|")})(?=[a-zäöüéè]{3,})`,
  "g",
);
export const softened = (title: string): string => title.replace(SEAMS, "$1\u00ad");

/** The price of a rail, including the Waste it adds. */
export function priceText(cost: number, waste: number): string {
  const price = cost > 0 ? say("price", { cost }) : say("price_free");
  return waste > 0 ? say("price_waste", { price, waste }) : price;
}

/** A card in words: its kinds, cost and income. */
export function cardWords(kind: string, card: TrainsCardView, count = 1): string {
  const parts = [
    say("card_of", { title: cardTitle(kind, card), kinds: card.kinds.map(kindName).join(", ") }),
    say("costs", { cost: card.cost }),
  ];
  if (card.money > 0) parts.push(say("brings", { money: card.money }));
  if (card.points > 0) parts.push(say("is_worth", { points: card.points }));
  if (count > 1) parts.push(say("times", { count }));
  return parts.join(", ");
}
