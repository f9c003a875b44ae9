import { nextStop, offers } from "../board.svelte";
import type { GameUi, TourStop } from "../types";
import type { ZwergenView } from "./view";

/** The first-game tour: one stop for each kind of decision. */
const STOPS: Record<string, TourStop> = {
  goal: {
    id: "goal",
    spot: "panels",
    text: {
      de: "Zwei Clans, ein Zug. Ein Sitz zählt, wenn dort dein Zwerg sitzt oder dein Schild liegt. Wer zehn hat, gewinnt sofort. Hier wird gezählt.",
      en: "Two clans, one train. A seat counts for you if your dwarf sits there or your sign is there. Ten seats win at once, and this is where they are counted.",
      fr: "Deux clans, un train. Un siège compte si votre nain y est assis ou si votre panneau y est posé. À dix, on gagne aussitôt. On compte ici.",
      nl: "Twee clans, één trein. Een zitplaats telt als jouw dwerg er zit of jouw bordje er ligt. Wie er tien heeft, wint meteen. Hier wordt geteld.",
    },
  },
  move: {
    id: "move",
    spot: "station",
    text: {
      de: "Klicke einen deiner Zwerge an: Seine Ziele leuchten. Durch die Türen geht es in den Zug, immer ein Feld weit und nie schräg.",
      en: "Click one of your dwarves and the spaces it can reach light up. The doors lead into the train. It moves one space at a time, never diagonally.",
      fr: "Cliquez sur un de vos nains : ses destinations s’éclairent. Les portes mènent dans le train, une case à la fois et jamais en diagonale.",
      nl: "Klik op een van je dwergen: zijn doelen lichten op. Door de deuren ga je de trein in, steeds één veld en nooit schuin.",
    },
  },
  reserve: {
    id: "reserve",
    spot: "station",
    text: {
      de: "Neben einem freien Sitz hast du die Wahl: hinsetzen oder ein Schild hinlegen. Für das Schild klickst du gleich den Sitz an.",
      en: "Beside a free seat you have a choice: sit down, or place a sign there. For the sign, just click the seat.",
      fr: "À côté d’un siège libre, vous avez le choix : s’asseoir ou poser un panneau. Pour le panneau, cliquez simplement sur le siège.",
      nl: "Naast een vrije zitplaats heb je de keus: gaan zitten of een bordje neerleggen. Voor het bordje klik je gewoon op de zitplaats.",
    },
  },
  take: {
    id: "take",
    spot: "station",
    text: {
      de: "Neben deinem Zwerg liegt ein fremdes Schild. Ein Klick darauf nimmt es weg, aber das geht im ganzen Spiel nicht oft: Die Tafel zählt mit.",
      en: "There’s a rival sign beside your dwarf. Click it to take it away, but you can’t do that often in one game: the panel keeps count.",
      fr: "Un panneau adverse est à côté de votre nain. Un clic le retire, mais peu de fois dans toute la partie : le tableau les compte.",
      nl: "Naast jouw dwerg ligt een bordje van de ander. Een klik haalt het weg, maar dat kan in het hele spel niet vaak: het paneel telt mee.",
    },
  },
  kick: {
    id: "kick",
    spot: "station",
    text: {
      de: "Du kannst einen Zwerg kicken: Er muss zurück auf sein Startfeld. Das kostet dich Spielzüge; wie viele, siehst du vorher. Auf Sitzen ist jeder sicher.",
      en: "You can kick a dwarf: it goes back to its home. That costs you turns, and you see how many beforehand. Everyone on a seat is safe.",
      fr: "Vous pouvez bousculer un nain : il retourne à sa case de départ. Cela vous coûte des tours ; vous voyez d’abord combien. Sur un siège, on ne risque rien.",
      nl: "Je kunt een dwerg wegschoppen: hij gaat terug naar zijn thuisveld. Dat kost je beurten; hoeveel zie je vooraf. Op een zitplaats is iedereen veilig.",
    },
  },
  soon: {
    id: "soon",
    spot: "clock",
    text: {
      de: "Immer wieder kommt der Schaffner (wann, steht unten) und wirft eine Münze. Der Clan, dessen Farbe sie zeigt, verliert ein Schild; welches, bestimmt der andere.",
      en: "Every so often the conductor comes by (you can see when below) and tosses a coin. The clan whose colour shows loses a sign; the other clan chooses which.",
      fr: "Régulièrement, le contrôleur vient (voir en bas) et lance une pièce. Le clan dont la couleur sort perd un panneau ; l’autre choisit lequel.",
      nl: "Steeds weer komt de conducteur (wanneer, staat onderaan) en gooit een munt. De clan van die kleur verliest een bordje; de ander kiest welk.",
    },
  },
  conductor: {
    id: "conductor",
    spot: "station",
    text: {
      de: "Die Münze zeigt die andere Farbe: Du bestimmst, welches fremde Schild der Schaffner mitnimmt. Klicke es an.",
      en: "The coin shows the other colour, so you choose which rival sign the conductor takes away. Click it.",
      fr: "La pièce montre l’autre couleur : choisissez le panneau adverse que le contrôleur emporte. Cliquez dessus.",
      nl: "De munt toont de andere kleur: jij kiest welk bordje van de ander de conducteur meeneemt. Klik erop.",
    },
  },
};

/** The stop that fits the current decision; each is shown once. */
export const tour: GameUi["tour"] = (anyView, _seat, choices, seen) => {
  const view = anyView as ZwergenView | null;
  if (!view || choices.length === 0) return null;
  const fitting =
    view.phase === "conductor"
      ? ["conductor"]
      : [
          "goal",
          "move",
          ...(offers(choices, "reserve") ? ["reserve"] : []),
          ...(offers(choices, "take") ? ["take"] : []),
          ...(offers(choices, "kick") ? ["kick"] : []),
          ...((view.until_conductor ?? Infinity) <= 2 ? ["soon"] : []),
        ];
  return nextStop(STOPS, fitting, seen);
};
