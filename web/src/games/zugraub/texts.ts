import { fill, inLanguage, translator } from "../../lib/i18n";
import type { ByLang, Choice } from "../../lib/types";
import type { ZugraubView } from "./view";
import type { BrainAbility, BrainCardView } from "./view_types";

/** The board's own texts. Log sentences and choice labels come from the server. */
export const BOARD = {
  // The train
  train: {
    de: "Der Zug, hinten links. Pfeiltasten gehen von Feld zu Feld.",
    en: "The train, with its rear on the left. Arrow keys move from space to space.",
    fr: "Le train, l’arrière à gauche. Les flèches mènent d’une case à l’autre.",
    nl: "De trein, achterkant links. Pijltjestoetsen gaan van veld naar veld.",
  },
  car_n: {
    de: "Wagen {n}: {name}",
    en: "car {n}: {name}",
    fr: "voiture {n} : {name}",
    nl: "wagon {n}: {name}",
  },
  brain_here: { de: "Gehirn", en: "brain", fr: "cerveau", nl: "brein" },
  brain_gone: {
    de: "Gehirnfeld, leer",
    en: "brain space, empty",
    fr: "case cerveau, vide",
    nl: "breinveld, leeg",
  },
  brake: { de: "Bremse", en: "brake", fr: "frein", nl: "rem" },
  start: { de: "Startfeld {n}", en: "start space {n}", fr: "case de départ {n}", nl: "startveld {n}" },
  zombie_of: {
    de: "Zombie {letter} ({name})",
    en: "zombie {letter} ({name})",
    fr: "zombie {letter} ({name})",
    nl: "zombie {letter} ({name})",
  },
  behind: { de: "hinter dem Zug", en: "behind the train", fr: "derrière le train", nl: "achter de trein" },
  overview: {
    de: "Übersicht über den Zug",
    en: "Overview of the train",
    fr: "Vue d’ensemble du train",
    nl: "Overzicht van de trein",
  },
  // What a click would do
  one_step: { de: "1 Schritt", en: "1 step", fr: "1 pas", nl: "1 stap" },
  some_steps: { de: "{count} Schritte", en: "{count} steps", fr: "{count} pas", nl: "{count} stappen" },
  stay_here: { de: "hier bleiben", en: "stay here", fr: "rester ici", nl: "hier blijven" },
  take_brain: { de: "nimmt ein Gehirn", en: "takes a brain", fr: "prend un cerveau", nl: "pakt een brein" },
  pull_brake: { de: "bremst", en: "pulls the brake", fr: "freine", nl: "remt" },
  meet: { de: "trifft {names}", en: "meets {names}", fr: "rencontre {names}", nl: "ontmoet {names}" },
  front_door: { de: "Vordertür", en: "Front door", fr: "Porte avant", nl: "Voordeur" },
  go_front: {
    de: "Vordertür: neuer Wagen, {steps}",
    en: "Front door: a new car, {steps}",
    fr: "Porte avant : une nouvelle voiture, {steps}",
    nl: "Voordeur: een nieuwe wagon, {steps}",
  },
  new_car: { de: "neuer Wagen", en: "new car", fr: "nouvelle voiture", nl: "nieuwe wagon" },
  pieces_left: { de: "noch {count}", en: "{count} left", fr: "encore {count}", nl: "nog {count}" },
  // The dock
  dice: { de: "Würfel", en: "dice", fr: "dés", nl: "dobbelstenen" },
  rolled: { de: "Gewürfelt: {dice}", en: "Rolled: {dice}", fr: "Lancé : {dice}", nl: "Gegooid: {dice}" },
  no_dice: { de: "kein Würfel", en: "no die", fr: "aucun dé", nl: "geen dobbelsteen" },
  fewer_dice: {
    de: "Leerer Kopf: je Handkarte ein Würfel weniger",
    en: "Empty head: one die fewer per card in hand",
    fr: "Tête vide : un dé de moins par carte en main",
    nl: "Leeg hoofd: één dobbelsteen minder per handkaart",
  },
  reach: { de: "Schritte übrig", en: "steps left", fr: "pas restants", nl: "stappen over" },
  roll_none: {
    de: "Ohne Würfel weiter",
    en: "Go on without a die",
    fr: "Continuer sans dé",
    nl: "Verder zonder dobbelsteen",
  },
  roll_one: { de: "1 Würfel werfen", en: "Roll 1 die", fr: "Lancer 1 dé", nl: "Gooi 1 dobbelsteen" },
  roll_some: {
    de: "{count} Würfel werfen",
    en: "Roll {count} dice",
    fr: "Lancer {count} dés",
    nl: "Gooi {count} dobbelstenen",
  },
  stay: { de: "Hier bleiben", en: "Stay here", fr: "Rester ici", nl: "Hier blijven" },
  out_front: { de: "Vorne hinaus", en: "Out of the front door", fr: "Sortir à l’avant", nl: "Vooraan eruit" },
  attack: { de: "Angreifen!", en: "Attack!", fr: "Attaquer !", nl: "Aanvallen!" },
  peace: { de: "In Frieden lassen", en: "Leave them in peace", fr: "Laisser en paix", nl: "Met rust laten" },
  pass: { de: "Passen", en: "Pass", fr: "Passer", nl: "Passen" },
  done: { de: "Fertig verteilt", en: "Done sharing", fr: "Butin réparti", nl: "Klaar met verdelen" },
  end: { de: "Spielzug beenden", en: "End the turn", fr: "Finir le tour", nl: "Beurt beëindigen" },
  throw_away: { de: "Abwerfen", en: "Discard", fr: "Défausser", nl: "Afleggen" },
  boost: {
    de: "+{n} {n|Schritt|Schritte}",
    en: "+{n} {n|step|steps}",
    fr: "+{n} pas",
    nl: "+{n} {n|stap|stappen}",
  },
  hit_with: { de: "+{n} Schlag", en: "+{n} hit", fr: "+{n} frappe", nl: "+{n} klap" },
  install: { de: "Einsetzen {n}", en: "Install {n}", fr: "Installer {n}", nl: "Inzetten {n}" },
  // Zombies and cards
  your_zombie: { de: "Dein Zombie", en: "Your zombie", fr: "Votre zombie", nl: "Jouw zombie" },
  zombies: { de: "Die Zombies", en: "The zombies", fr: "Les zombies", nl: "De zombies" },
  you: { de: "du", en: "you", fr: "vous", nl: "jij" },
  winner: { de: "gewinnt", en: "wins", fr: "gagne", nl: "wint" },
  to_move: { de: "dran", en: "to move", fr: "à jouer", nl: "aan de beurt" },
  asked: { de: "überlegt", en: "thinking", fr: "réfléchit", nl: "denkt na" },
  head: { de: "Kopf", en: "Head", fr: "Tête", nl: "Hoofd" },
  hand: { de: "Hand", en: "Hand", fr: "Main", nl: "Hand" },
  head_empty: { de: "Kopf leer", en: "empty head", fr: "tête vide", nl: "leeg hoofd" },
  in_head: { de: "im Kopf", en: "in the head", fr: "dans la tête", nl: "in het hoofd" },
  in_hand: { de: "auf der Hand", en: "in hand", fr: "en main", nl: "in de hand" },
  hand_empty: { de: "Hand leer", en: "empty hand", fr: "main vide", nl: "lege hand" },
  hand_of: {
    de: "Handkarten: {count} von {limit}",
    en: "cards in hand: {count} of {limit}",
    fr: "cartes en main : {count} sur {limit}",
    nl: "kaarten in de hand: {count} van {limit}",
  },
  points: {
    de: "Erfahrung: {count}",
    en: "experience: {count}",
    fr: "expérience : {count}",
    nl: "ervaring: {count}",
  },
  unknown_card: { de: "verdeckte Karte", en: "face-down card", fr: "carte face cachée", nl: "gedekte kaart" },
  cost: { de: "Kosten {n}", en: "cost {n}", fr: "coût {n}", nl: "kosten {n}" },
  hit: { de: "Schlag {n}", en: "hit {n}", fr: "frappe {n}", nl: "klap {n}" },
  run: { de: "Lauf {n}", en: "run {n}", fr: "course {n}", nl: "ren {n}" },
  iq: { de: "IQ {n}", en: "IQ {n}", fr: "QI {n}", nl: "IQ {n}" },
  iq_word: { de: "IQ", en: "IQ", fr: "QI", nl: "IQ" },
  piles: {
    de: "Stapel {draw} · Ablage {discard}",
    en: "Pile {draw} · discards {discard}",
    fr: "Pioche {draw} · défausse {discard}",
    nl: "Stapel {draw} · aflegstapel {discard}",
  },
  cars_left: {
    de: "Wagen übrig: {count}",
    en: "Cars left: {count}",
    fr: "Voitures restantes : {count}",
    nl: "Wagons over: {count}",
  },
  turns_of: {
    de: "Spielzug {n} von {limit}",
    en: "Turn {n} of {limit}",
    fr: "Tour {n} sur {limit}",
    nl: "Beurt {n} van {limit}",
  },
  turns: { de: "Spielzug {n}", en: "Turn {n}", fr: "Tour {n}", nl: "Beurt {n}" },
  engine_wait: {
    de: "Lok frühestens in {count} {count|Spielzug|Spielzügen}",
    en: "Engine in {count} {count|turn|turns} at the earliest",
    fr: "Locomotive dans {count} {count|tour|tours} au plus tôt",
    nl: "Locomotief op z’n vroegst over {count} {count|beurt|beurten}",
  },
  // The fight
  fight: { de: "Kampf", en: "Fight", fr: "Combat", nl: "Gevecht" },
  attacker: { de: "greift an", en: "attacks", fr: "attaque", nl: "valt aan" },
  total: { de: "Summe {n}", en: "total {n}", fr: "total {n}", nl: "totaal {n}" },
  tie_note: {
    de: "Gleichstand: Angreifer gewinnt",
    en: "A tie: the attacker wins",
    fr: "Égalité : l’attaquant gagne",
    nl: "Gelijke stand: de aanvaller wint",
  },
  fight_won: {
    de: "{name} gewinnt den Kampf",
    en: "{name} wins the fight",
    fr: "{name} gagne le combat",
    nl: "{name} wint het gevecht",
  },
  // Spoils
  spoils: { de: "Beute", en: "Spoils", fr: "Butin", nl: "Buit" },
  spoils_pick: {
    de: "Wähle ein Gehirn, dann wohin es soll. Ziehen geht auch.",
    en: "Choose a brain, then where it goes. Dragging works too.",
    fr: "Choisissez un cerveau, puis où il va. On peut aussi le glisser.",
    nl: "Kies een brein, dan waar het heen gaat. Slepen kan ook.",
  },
  spoils_where: {
    de: "Wohin mit {card}?",
    en: "Where should {card} go?",
    fr: "Où va {card} ?",
    nl: "Waar gaat {card} heen?",
  },
  spoils_wait: {
    de: "{name} verteilt die Beute",
    en: "{name} shares out the spoils",
    fr: "{name} répartit le butin",
    nl: "{name} verdeelt de buit",
  },
  to_hand: {
    de: "auf die Hand von {name}",
    en: "into {name}’s hand",
    fr: "dans la main de {name}",
    nl: "in de hand van {name}",
  },
  to_head: {
    de: "in den Kopf von {name}",
    en: "into {name}’s head",
    fr: "dans la tête de {name}",
    nl: "in het hoofd van {name}",
  },
  discards: { de: "Ablage", en: "Discards", fr: "Défausse", nl: "Aflegstapel" },
  to_discard: { de: "auf die Ablage", en: "to the discards", fr: "à la défausse", nl: "naar de aflegstapel" },
  put_here: { de: "hierher", en: "here", fr: "ici", nl: "hierheen" },
  not_that: {
    de: "Das geht nicht.",
    en: "That’s not possible.",
    fr: "Ce n’est pas possible.",
    nl: "Dat kan niet.",
  },
  // The coupling
  check: { de: "Kupplungsprobe", en: "Coupling check", fr: "Test de l’attelage", nl: "Koppelingsproef" },
  check_holds: {
    de: "Gewürfelt {die}, {cars} Wagen: hält",
    en: "Rolled {die}, {cars} {cars|car|cars}: it holds",
    fr: "Lancé {die}, {cars} {cars|voiture|voitures} : il tient",
    nl: "Gegooid {die}, {cars} {cars|wagon|wagons}: houdt",
  },
  check_breaks: {
    de: "Gewürfelt {die}, {cars} Wagen: reißt!",
    en: "Rolled {die}, {cars} {cars|car|cars}: it breaks!",
    fr: "Lancé {die}, {cars} {cars|voiture|voitures} : il cède !",
    nl: "Gegooid {die}, {cars} {cars|wagon|wagons}: breekt!",
  },
  car_lost: {
    de: "Der letzte Wagen ist ab!",
    en: "The last car is gone!",
    fr: "La dernière voiture est perdue !",
    nl: "De laatste wagon is eraf!",
  },
  braked: {
    de: "{name} zieht die Bremse!",
    en: "{name} pulls the brake!",
    fr: "{name} tire le frein !",
    nl: "{name} trekt aan de rem!",
  },
  // End of the game
  ranking: {
    de: "Die klügsten Zombies",
    en: "The cleverest zombies",
    fr: "Les zombies les plus malins",
    nl: "De slimste zombies",
  },
  no_brain: {
    de: "nichts im Kopf",
    en: "nothing in the head",
    fr: "rien dans la tête",
    nl: "niets in het hoofd",
  },
} satisfies Record<string, ByLang>;

export const say = translator(BOARD);

export function stepsText(count: number): string {
  return count === 1 ? say("one_step") : say("some_steps", { count });
}

export function rollText(dice: number): string {
  if (dice <= 0) return say("roll_none");
  return dice === 1 ? say("roll_one") : say("roll_some", { count: dice });
}

export const kindOf = (brain: BrainCardView): string => inLanguage(brain.kind);

/** The accessible text of a card. */
export function brainText(brain: BrainCardView | undefined): string {
  if (!brain) return say("unknown_card");
  const parts = [
    `${brain.name}, ${kindOf(brain)}`,
    say("cost", { n: brain.cost }),
    say("hit", { n: brain.hit }),
    say("run", { n: brain.run }),
    say("iq", { n: brain.iq }),
  ];
  const help = inLanguage(brain.help);
  return [...parts, ...(help ? [help] : [])].join(", ");
}

/** Abilities in a word or two, for the cards; the full sentence comes from the server. */
export const ABILITIES: Record<Exclude<BrainAbility, "">, ByLang> = {
  two_cards: { de: "zieht doppelt", en: "draws two", fr: "pioche double", nl: "trekt dubbel" },
  three_hands: { de: "3 Handkarten", en: "hand of 3", fr: "main de 3", nl: "hand van 3" },
  two_points: { de: "2 Punkte", en: "2 points", fr: "2 points", nl: "2 punten" },
  keeps_hand: { de: "behält Hand", en: "keeps hand", fr: "garde la main", nl: "houdt hand" },
  third_die_run: { de: "+1 Laufwürfel", en: "+1 run die", fr: "+1 dé course", nl: "+1 rensteen" },
  third_die_hit: { de: "+1 Kampfwürfel", en: "+1 fight die", fr: "+1 dé combat", nl: "+1 vechtsteen" },
};

/** The text on a card's ribbon; empty without an ability. */
export function ribbonOf(brain: BrainCardView): string {
  return brain.ability && inLanguage(ABILITIES[brain.ability]);
}

export const PROMPTS: Record<string, ByLang> = {
  discard: {
    de: "Wirf Karten ab, wenn du willst, dann würfle.",
    en: "Discard cards if you like, then roll.",
    fr: "Défaussez des cartes si vous voulez, puis lancez.",
    nl: "Leg kaarten af als je wilt, en gooi dan.",
  },
  roll: {
    de: "Würfle, wie weit du läufst.",
    en: "Roll to see how far you walk.",
    fr: "Lancez les dés pour votre déplacement.",
    nl: "Gooi om te zien hoe ver je loopt.",
  },
  stay: {
    de: "Dein Zombie hat keine Schritte mehr: Er bleibt hier.",
    en: "Your zombie has no steps left: it stays here.",
    fr: "Votre zombie n’a plus de pas : il reste ici.",
    nl: "Je zombie heeft geen stappen meer: hij blijft hier.",
  },
  stay_or_card: {
    de: "Keine Schritte mehr: Bleib hier, oder spiel eine Karte für ihren Lauf.",
    en: "No steps left: stay here, or play a card for its run.",
    fr: "Plus de pas : restez ici, ou jouez une carte pour sa course.",
    nl: "Geen stappen meer: blijf hier, of speel een kaart om te rennen.",
  },
  move: {
    de: "Geh bis zu {reach} {reach|Schritt|Schritte}: Klicke ein Feld an.",
    en: "Walk up to {reach} {reach|step|steps}: click a space.",
    fr: "Avancez jusqu’à {reach} pas : cliquez sur une case.",
    nl: "Loop tot {reach} {reach|stap|stappen}: klik op een veld.",
  },
  attack: {
    de: "Du bist nicht allein hier. Angreifen?",
    en: "You are not alone here. Attack?",
    fr: "Vous n’êtes pas seul ici. Attaquer ?",
    nl: "Je bent hier niet alleen. Aanvallen?",
  },
  brawl: {
    de: "Spiel eine Karte für ihren Schlag, oder passe.",
    en: "Play a card for its hit, or pass.",
    fr: "Jouez une carte pour sa frappe, ou passez.",
    nl: "Speel een kaart voor haar klap, of pas.",
  },
  pass: {
    de: "Keine Karte, die du spielen kannst: Passe.",
    en: "You have no card to play: pass.",
    fr: "Aucune carte à jouer : passez.",
    nl: "Geen kaart om te spelen: pas.",
  },
  spoils: {
    de: "Du hast gewonnen: Verteile die Gehirne.",
    en: "You won: share out the brains.",
    fr: "Vous avez gagné : répartissez les cerveaux.",
    nl: "Je hebt gewonnen: verdeel de breinen.",
  },
  limit: {
    de: "Zu viele Karten: Wirf eine ab.",
    en: "Too many cards: discard one.",
    fr: "Trop de cartes : défaussez-en une.",
    nl: "Te veel kaarten: leg er een af.",
  },
  end: {
    de: "Setz ein Gehirn ein, oder beende den Spielzug.",
    en: "Install a brain, or end the turn.",
    fr: "Installez un cerveau, ou finissez le tour.",
    nl: "Zet een brein in, of beëindig de beurt.",
  },
  install_or_discard: {
    de: "Zu viele Karten: Setz ein Gehirn ein, oder wirf eine Karte ab.",
    en: "Too many cards: install a brain, or discard a card.",
    fr: "Trop de cartes : installez un cerveau, ou défaussez une carte.",
    nl: "Te veel kaarten: zet een brein in, of leg een kaart af.",
  },
  only_end: {
    de: "Es gibt nichts mehr zu tun: Beende den Spielzug.",
    en: "There is nothing more to do: end the turn.",
    fr: "Plus rien à faire : finissez le tour.",
    nl: "Er is niets meer te doen: beëindig de beurt.",
  },
  only_done: {
    de: "Mehr lässt sich nicht verteilen: Du bist damit fertig.",
    en: "There is nothing left to share out: you are done.",
    fr: "Plus rien à répartir : terminez la répartition.",
    nl: "Er valt niets meer te verdelen: rond het verdelen af.",
  },
};

/** The prompt key for a phase and its choices. */
function promptKey({ phase, reach }: ZugraubView, choices: readonly Choice[]): string {
  const offered = (kind: string) => choices.some(({ target }) => target.kind === kind);
  switch (phase) {
    case "discard":
      return offered("discard") ? "discard" : "roll";
    case "move":
      if (reach > 0) return "move";
      return offered("boost") ? "stay_or_card" : "stay";
    case "brawl":
      return offered("hit") ? "brawl" : "pass";
    case "spoils":
      return offered("spoil") ? "spoils" : "only_done";
    case "end":
      if (offered("install")) return offered("end") ? "end" : "install_or_discard";
      return offered("end") ? "only_end" : "limit";
    default:
      return phase;
  }
}

export function promptOf(view: ZugraubView, choices: readonly Choice[]): string {
  // During animations there are no choices, and nothing is asked.
  const prompt = choices.length > 0 ? PROMPTS[promptKey(view, choices)] : undefined;
  return prompt ? fill(inLanguage(prompt), { reach: view.reach }) : "";
}
