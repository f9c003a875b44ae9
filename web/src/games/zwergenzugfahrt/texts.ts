import { fill, inLanguage, translator } from "../../lib/i18n";
import type { ByLang } from "../../lib/types";
import type { Question } from "../types";
import type { ZwergenView } from "./view";
import type { FieldKind } from "./view_types";

/** The board's own texts. Log sentences and choice labels come from the server. */

export const KIND_NAMES: Record<FieldKind, ByLang> = {
  platform: { de: "Bahnsteig", en: "platform", fr: "quai", nl: "perron" },
  aisle: { de: "Gang", en: "aisle", fr: "couloir", nl: "gangpad" },
  door: { de: "Tür", en: "door", fr: "porte", nl: "deur" },
  seat: { de: "Sitz", en: "seat", fr: "siège", nl: "zitplaats" },
  home: {
    de: "Startfeld von {clan}",
    en: "{clan} home",
    fr: "case de départ de {clan}",
    nl: "thuisveld van {clan}",
  },
};

export const BOARD = {
  station: {
    de: "Bahnhof. Pfeiltasten gehen von Feld zu Feld.",
    en: "Station. Arrow keys move from space to space.",
    fr: "Gare. Les flèches mènent d’une case à l’autre.",
    nl: "Station. Pijltjestoetsen gaan van veld naar veld.",
  },
  red: { de: "Rot", en: "Red", fr: "Rouge", nl: "Rood" },
  green: { de: "Grün", en: "Green", fr: "Vert", nl: "Groen" },
  dwarf_of: { de: "Zwerg von {clan}", en: "{clan} dwarf", fr: "nain de {clan}", nl: "dwerg van {clan}" },
  reserved_by: {
    de: "reserviert von {clan}",
    en: "reserved by {clan}",
    fr: "réservé par {clan}",
    nl: "gereserveerd door {clan}",
  },
  free: { de: "frei", en: "free", fr: "libre", nl: "vrij" },
  picked: { de: "gewählt", en: "picked", fr: "choisi", nl: "gekozen" },
  // What a click would do, after the field's name
  can_pick: { de: "kann gehen", en: "can move", fr: "peut se déplacer", nl: "kan lopen" },
  can_walk: { de: "hierher gehen", en: "walk here", fr: "y aller", nl: "hierheen lopen" },
  can_sit: { de: "hinsetzen", en: "sit down", fr: "s’asseoir", nl: "gaan zitten" },
  can_reserve: { de: "reservieren", en: "reserve", fr: "réserver", nl: "reserveren" },
  can_take: {
    de: "Schild wegnehmen",
    en: "take the sign away",
    fr: "retirer le panneau",
    nl: "bordje weghalen",
  },
  can_kick: {
    de: "kicken, kostet {price}",
    en: "kick, costs {price}",
    fr: "bousculer, coûte {price}",
    nl: "wegschoppen, kost {price}",
  },
  can_conductor: {
    de: "dieses Schild wegnehmen lassen",
    en: "have this sign taken away",
    fr: "faire retirer ce panneau",
    nl: "dit bordje laten weghalen",
  },
  one_turn: { de: "1 Spielzug", en: "1 turn", fr: "1 tour", nl: "1 beurt" },
  some_turns: { de: "{count} Spielzüge", en: "{count} turns", fr: "{count} tours", nl: "{count} beurten" },
  // The prompt over the board
  ask_kick: {
    de: "Zwerg auf {field} kicken?",
    en: "Kick the dwarf on {field}?",
    fr: "Bousculer le nain en {field} ?",
    nl: "De dwerg op {field} wegschoppen?",
  },
  ask_what: {
    de: "Was soll auf {field} geschehen?",
    en: "What would you like to do on {field}?",
    fr: "Que faire en {field} ?",
    nl: "Wat gebeurt er op {field}?",
  },
  kick_note: {
    de: "Er muss zurück auf sein Startfeld. Dafür setzt dein Clan aus.",
    en: "It goes back to its home, and your clan misses turns in return.",
    fr: "Il retourne à sa case de départ. En échange, votre clan saute des tours.",
    nl: "Hij gaat terug naar zijn thuisveld. Daarvoor slaat jouw clan beurten over.",
  },
  kick_for_one: {
    de: "Kicken: 1 Spielzug aussetzen",
    en: "Kick: miss 1 turn",
    fr: "Bousculer : sauter 1 tour",
    nl: "Wegschoppen: 1 beurt overslaan",
  },
  kick_for: {
    de: "Kicken: {price} Spielzüge aussetzen",
    en: "Kick: miss {price} turns",
    fr: "Bousculer : sauter {price} tours",
    nl: "Wegschoppen: {price} beurten overslaan",
  },
  sit_here: { de: "Hinsetzen", en: "Sit down", fr: "S’asseoir", nl: "Gaan zitten" },
  reserve_here: {
    de: "Schild hinlegen",
    en: "Place a sign",
    fr: "Poser un panneau",
    nl: "Bordje neerleggen",
  },
  no: { de: "Doch nicht", en: "Never mind", fr: "Non, rien", nl: "Toch niet" },
  pick_first: {
    de: "Wähle erst einen deiner Zwerge, dann sein Ziel.",
    en: "First choose one of your dwarves, then where it goes.",
    fr: "Choisissez d’abord un de vos nains, puis sa destination.",
    nl: "Kies eerst een van je dwergen, dan het doel.",
  },
  too_far: {
    de: "Ein Zwerg kommt nur ein Feld weit, waagrecht oder senkrecht (Z1, Z4).",
    en: "A dwarf moves only one space, sideways or up and down (Z1, Z4).",
    fr: "Un nain n’avance que d’une case, horizontalement ou verticalement (Z1, Z4).",
    nl: "Een dwerg komt maar één veld ver, horizontaal of verticaal (Z1, Z4).",
  },
  pass: { de: "Passen", en: "Pass", fr: "Passer", nl: "Passen" },
  // The clans' panels
  you: { de: "du", en: "you", fr: "vous", nl: "jij" },
  to_move: { de: "dran", en: "to move", fr: "à jouer", nl: "aan de beurt" },
  winner: { de: "gewinnt", en: "wins", fr: "gagne", nl: "wint" },
  misses: { de: "setzt aus", en: "misses a turn", fr: "saute son tour", nl: "slaat over" },
  seats: { de: "Sitze", en: "Seats", fr: "Sièges", nl: "Zitplaatsen" },
  held: {
    de: "{count} von {goal} Sitzen besetzt",
    en: "{count} of {goal} seats held",
    fr: "{count} {count|siège occupé|sièges occupés} sur {goal}",
    nl: "{count} van {goal} zitplaatsen bezet",
  },
  signs: { de: "Schilder", en: "Signs", fr: "Panneaux", nl: "Bordjes" },
  stock: {
    de: "{count} von {all} Schildern im Vorrat",
    en: "{count} of {all} signs left",
    fr: "{count} {count|panneau|panneaux} sur {all} en réserve",
    nl: "{count} van {all} bordjes in voorraad",
  },
  takes: { de: "Weggenommen", en: "Taken", fr: "Retirés", nl: "Weggehaald" },
  taken: {
    de: "{count} von {all} Mal ein Schild weggenommen",
    en: "Has taken a sign away {count} of {all} times",
    fr: "A retiré un panneau {count} fois sur {all}",
    nl: "Heeft {count} van {all} keer een bordje weggehaald",
  },
  to_miss: { de: "Aussetzen", en: "To miss", fr: "À sauter", nl: "Overslaan" },
  owes: {
    de: "Noch auszusetzende Spielzüge: {count}",
    en: "Turns still to miss: {count}",
    fr: "Tours encore à sauter : {count}",
    nl: "Nog over te slaan beurten: {count}",
  },
  // The timetable
  turn_of_limit: {
    de: "{turns} von {limit} Spielzügen",
    en: "{turns} of {limit} turns",
    fr: "{turns} tours sur {limit}",
    nl: "{turns} van {limit} beurten",
  },
  turn_of_each: {
    de: "Spielzüge {red}:{green} von je {limit}",
    en: "Turns {red}:{green} of {limit} each",
    fr: "Tours {red}:{green} sur {limit} chacun",
    nl: "Beurten {red}:{green} van elk {limit}",
  },
  turns_of_minutes: {
    de: "Spielzüge: {turns} · {minutes} {minutes|Minute|Minuten} Spielzeit",
    en: "Turns: {turns} · {minutes} {minutes|minute|minutes} in all",
    fr: "Tours : {turns} · {minutes} {minutes|minute|minutes} en tout",
    nl: "Beurten: {turns} · {minutes} {minutes|minuut|minuten} in totaal",
  },
  turns_taken: {
    de: "Spielzüge: {turns}",
    en: "Turns: {turns}",
    fr: "Tours : {turns}",
    nl: "Beurten: {turns}",
  },
  conductor_in: {
    de: "Schaffner in {count} Spielzügen",
    en: "Conductor in {count} turns",
    fr: "Contrôleur dans {count} tours",
    nl: "Conducteur over {count} beurten",
  },
  conductor_next: {
    de: "Schaffner nach diesem Spielzug",
    en: "Conductor after this turn",
    fr: "Contrôleur après ce tour",
    nl: "Conducteur na deze beurt",
  },
  conductor_here: {
    de: "Der Schaffner ist da",
    en: "The conductor is here",
    fr: "Le contrôleur est là",
    nl: "De conducteur is er",
  },
  coin_shows: {
    de: "Die Münze zeigt {clan}",
    en: "The coin shows {clan}",
    fr: "La pièce montre {clan}",
    nl: "De munt toont {clan}",
  },
  coin_shares: {
    de: "Münze: Rot {red} zu Grün {green}",
    en: "coin: Red {red} to Green {green}",
    fr: "pièce : Rouge {red} contre Vert {green}",
    nl: "munt: Rood {red} tegen Groen {green}",
  },
} satisfies Record<string, ByLang>;

export const say = translator(BOARD);

export function clanName(clan: number): string {
  return say(clan === 0 ? "red" : "green");
}

export function kindName(kind: FieldKind, home: number | null): string {
  return fill(inLanguage(KIND_NAMES[kind]), { clan: home === null ? "" : clanName(home) });
}

export function turnsText(count: number): string {
  return count === 1 ? say("one_turn") : say("some_turns", { count });
}

/** The confirmation before a kick, with its price. */
export function kickQuestion(field: string, price: number): Question {
  return {
    title: say("ask_kick", { field }),
    text: say("kick_note"),
    yes: price === 1 ? say("kick_for_one") : say("kick_for", { price }),
    no: say("no"),
  };
}

export const PROMPTS: Record<string, ByLang> = {
  turn: {
    de: "Geh mit einem Zwerg, oder leg ein Schild hin oder nimm eines weg.",
    en: "Move a dwarf, place a sign or take one away.",
    fr: "Déplacez un nain, posez ou retirez un panneau.",
    nl: "Loop met een dwerg, of leg een bordje neer of haal er een weg.",
  },
  conductor: {
    de: "Der Schaffner: Welches Schild soll weg?",
    en: "The conductor: which sign should go?",
    fr: "Le contrôleur : quel panneau doit partir ?",
    nl: "De conducteur: welk bordje moet weg?",
  },
};

export function promptOf(view: ZwergenView): ByLang | undefined {
  return PROMPTS[view.phase];
}
