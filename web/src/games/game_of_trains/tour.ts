import { nextStop } from "../board.svelte";
import type { GameUi, TourStop } from "../types";
import type { GameOfTrainsView, Phase } from "./view_types";

/** The first-game tour: one stop for each kind of decision. */
const STOPS: Record<string, TourStop> = {
  goal: {
    id: "goal",
    spot: "train",
    text: {
      de: "Das ist dein Zug. Er fällt von links nach rechts; du willst, dass er steigt: die kleinste Nummer an der Lokomotive, die größte am Ende. Wer das zuerst schafft, gewinnt.",
      en: "This is your train. Its numbers go down from left to right, and you want them to go up: the smallest next to the locomotive, the largest at the end. Whoever gets there first wins.",
      fr: "Voici votre train. Ses numéros descendent de gauche à droite ; il faut qu’ils montent : le plus petit près de la locomotive, le plus grand au bout. Le premier qui y arrive gagne.",
      nl: "Dit is jouw trein. De nummers dalen van links naar rechts; jij wilt dat ze stijgen: het kleinste bij de locomotief, het grootste achteraan. Wie dat het eerst lukt, wint.",
    },
  },
  keep: {
    id: "keep",
    spot: "hand",
    text: {
      de: "Zum Aufbau hast du Wagen gezogen. Klicke den an, den du behalten willst.",
      en: "You have drawn cars for the setup. Click the one you want to keep.",
      fr: "Pour la mise en place, vous avez pioché des wagons. Cliquez sur celui que vous gardez.",
      nl: "Voor de opbouw heb je wagons getrokken. Klik op de wagon die je wilt houden.",
    },
  },
  setup_place: {
    id: "setup_place",
    spot: "train",
    text: {
      de: "Klicke den Wagen an, der ihm weichen soll: am besten eine hohe Nummer links oder eine niedrige rechts. Der alte Wagen kommt in die Auslage.",
      en: "Click the car it should replace: ideally a high number on the left or a low one on the right. The old car goes to the face-up row.",
      fr: "Cliquez sur le wagon qui doit céder sa place : de préférence un grand numéro à gauche ou un petit à droite. L’ancien wagon va dans la rangée visible.",
      nl: "Klik op de wagon die moet wijken: liefst een hoog nummer links of een laag nummer rechts. De oude wagon gaat naar de open rij.",
    },
  },
  turn: {
    id: "turn",
    spot: "draw",
    text: {
      de: "Wenn du dran bist, tust du eines von beidem: einen Wagen ziehen und einsetzen, oder eine Karte der Auslage nutzen. Ziehe jetzt vom Nachziehstapel.",
      en: "On your turn you do one of two things: draw a car and put it in your train, or use a card from the face-up row. Draw from the pile now.",
      fr: "À votre tour, deux possibilités : piocher un wagon et l’accrocher, ou utiliser une carte de la rangée visible. Piochez maintenant.",
      nl: "In je beurt doe je één van twee dingen: een wagon trekken en inzetten, of een kaart uit de open rij gebruiken. Trek nu van de stapel.",
    },
  },
  place: {
    id: "place",
    spot: "train",
    text: {
      de: "Der gezogene Wagen muss einen von deinen ersetzen. Klicke dessen Platz an.",
      en: "The car you drew must replace one of yours. Click the one it should replace.",
      fr: "Le wagon pioché doit remplacer l’un des vôtres. Cliquez sur sa place.",
      nl: "De getrokken wagon moet er een van jou vervangen. Klik op die plaats.",
    },
  },
  open: {
    id: "open",
    spot: "open",
    text: {
      de: "In der Auslage liegt etwas: Eine offene Karte zählt nur mit ihrem Zeichen. Zeige darauf (oder halte sie gedrückt), und du siehst, was sie kann. Klicken nutzt sie.",
      en: "There’s a card in the face-up row. Face-up cards only count for their symbol. Point at one (or press and hold) to see what it does, and click to use it.",
      fr: "Il y a quelque chose dans la rangée visible : une carte visible ne vaut que par son symbole. Pointez-la (ou appuyez longuement) pour voir son effet. Un clic l’utilise.",
      nl: "Er ligt iets in de open rij: een open kaart telt alleen met haar teken. Wijs haar aan (of houd haar ingedrukt) om te zien wat zij doet. Een klik gebruikt haar.",
    },
  },
  target: {
    id: "target",
    spot: "train",
    text: {
      de: "Jetzt das Ziel: Was geht, leuchtet. Bei einem Tausch klickst du erst den einen, dann den anderen Wagen an. Bis dahin geht auch „Zurücknehmen“.",
      en: "Now choose the target: everything you can pick lights up. For a swap, click one car, then the other. Until then, you can still press “Undo”.",
      fr: "Maintenant la cible : ce qui est possible est éclairé. Pour un échange, cliquez sur un wagon, puis sur l’autre. D’ici là, on peut aussi « Reprendre ».",
      nl: "Nu het doel: wat kan, licht op. Om te verwisselen klik je eerst de ene, dan de andere wagon aan. Tot dan kan ook “Terugnemen”.",
    },
  },
};

/** The stop that fits the current decision; each is shown once. */
export const tour: GameUi["tour"] = (anyView, _seat, choices, seen) => {
  const view = anyView as GameOfTrainsView | null;
  if (!view || choices.length === 0) return null;
  const fitting: Partial<Record<Phase, string[]>> = {
    keep: ["goal", "keep"],
    setup_place: ["setup_place"],
    turn: view.open.length > 0 && seen.includes("turn") ? ["open"] : ["turn"],
    place: ["place"],
    target: ["target"],
  };
  return nextStop(STOPS, fitting[view.phase], seen);
};
