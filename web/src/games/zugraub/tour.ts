import { nextStop, offers } from "../board.svelte";
import type { GameUi, TourStop } from "../types";
import type { Phase, ZugraubView } from "./view_types";

/** The first-game tour: one stop for each kind of decision. */
const STOPS: Record<string, TourStop> = {
  goal: {
    id: "goal",
    spot: "hand",
    text: {
      de: "Du bist ein Zombie ohne Hirn. Sammle Gehirne, setz das klügste ein und erreiche die Lokomotive: Wenn der Zug steht, gewinnt der höchste IQ im Kopf.",
      en: "You are a zombie without a brain. Collect brains, install the cleverest one and reach the Engine. When the train stops, the highest IQ in a head wins.",
      fr: "Vous êtes un zombie sans cervelle. Ramassez des cerveaux, installez le plus malin et gagnez la locomotive : quand le train s’arrête, le plus haut QI en tête gagne.",
      nl: "Je bent een zombie zonder brein. Verzamel breinen, zet het slimste in en bereik de locomotief: als de trein stilstaat, wint het hoogste IQ in een hoofd.",
    },
  },
  roll: {
    id: "roll",
    spot: "dock",
    text: {
      de: "Zuerst die Würfel. Solange dein Kopf leer ist, kostet dich jede Handkarte einen Würfel: Was du nicht brauchst, wirf vorher ab.",
      en: "Dice first. While your head is empty, every card in your hand costs you a die, so discard what you don’t need before you roll.",
      fr: "D’abord les dés. Tant que votre tête est vide, chaque carte en main coûte un dé : défaussez avant ce qui ne sert pas.",
      nl: "Eerst de dobbelstenen. Zolang je hoofd leeg is, kost elke handkaart je een dobbelsteen: leg vooraf af wat je niet nodig hebt.",
    },
  },
  move: {
    id: "move",
    spot: "train",
    text: {
      de: "Was leuchtet, erreichst du; die Zahl sagt, in wie vielen Schritten. Ende auf einem Gehirn, und du bekommst eine Karte und Erfahrung.",
      en: "You can reach every space that lights up; the number shows how many steps it takes. End on a brain to get a card and experience.",
      fr: "Ce qui est éclairé est à portée ; le nombre indique les pas. Finissez sur un cerveau pour gagner une carte et de l’expérience.",
      nl: "Wat oplicht kun je bereiken; het getal zegt in hoeveel stappen. Eindig op een brein en je krijgt een kaart en ervaring.",
    },
  },
  front: {
    id: "front",
    spot: "train",
    text: {
      de: "Die Vordertür leuchtet: Wer hinausgeht, hängt einen neuen Wagen an. Am Ende des Spielzugs kann dafür hinten die Kupplung reißen.",
      en: "The front door lights up: go out through it and you add a new car. But then the coupling at the rear may break at the end of your turn.",
      fr: "La porte avant est éclairée : en sortant, on ajoute une voiture. En échange, l’attelage arrière peut céder à la fin du tour.",
      nl: "De voordeur licht op: wie naar buiten gaat, voegt een wagon toe. Daarvoor kan aan het eind van de beurt achteraan de koppeling breken.",
    },
  },
  boost: {
    id: "boost",
    spot: "hand",
    text: {
      de: "Reichen die Schritte nicht? Eine Handkarte kannst du für ihren Laufwert verheizen, auch mitten im Gehen.",
      en: "Not enough steps? You can burn a card for its run value, even halfway through your move.",
      fr: "Pas assez de pas ? On peut brûler une carte pour sa valeur de course, même en chemin.",
      nl: "Niet genoeg stappen? Je kunt een handkaart verstoken voor haar renwaarde, ook onderweg.",
    },
  },
  attack: {
    id: "attack",
    spot: "dock",
    text: {
      de: "Hier steht noch jemand. Ein Kampf geht gegen alle auf dem Feld; bei Gleichstand gewinnst du als Angreifer und verteilst die Gehirne.",
      en: "Somebody else is here. You fight everyone on the space at once. If it’s a tie, you win as the attacker. The winner shares out the brains.",
      fr: "Quelqu’un d’autre est ici. On se bat contre tous ceux de la case ; à égalité, l’attaquant gagne et répartit les cerveaux.",
      nl: "Hier staat nog iemand. Je vecht tegen iedereen op het veld; bij gelijke stand win jij als aanvaller en verdeel jij de breinen.",
    },
  },
  brawl: {
    id: "brawl",
    spot: "dock",
    text: {
      de: "Die Würfel sind gefallen. Reihum darf jeder Karten für ihren Schlag nachlegen, bis alle passen.",
      en: "The dice have been rolled. In turn, everyone may add cards for their hit value, until all pass.",
      fr: "Les dés sont jetés. À tour de rôle, chacun peut ajouter des cartes pour leur frappe, jusqu’à ce que tous passent.",
      nl: "De dobbelstenen zijn gevallen. Om de beurt mag iedereen kaarten bijleggen voor hun klap, tot allen passen.",
    },
  },
  spoils: {
    id: "spoils",
    spot: "dock",
    text: {
      de: "Gewonnen! Du siehst alle Gehirne der Kämpfenden. Nimm sie, gib sie weiter oder wirf sie ab: erst das Gehirn, dann das Ziel.",
      en: "You won! You can see all the fighters’ brains. Take them, pass them on or discard them: choose the brain first, then where it goes.",
      fr: "Gagné ! Vous voyez tous les cerveaux des combattants. Prenez-les, donnez-les ou défaussez-les : d’abord le cerveau, puis la destination.",
      nl: "Gewonnen! Je ziet alle breinen van de vechters. Neem ze, geef ze door of leg ze af: eerst het brein, dan waar het heen gaat.",
    },
  },
  end: {
    id: "end",
    spot: "hand",
    text: {
      de: "Am Ende des Spielzugs darfst du ein Gehirn einsetzen, wenn deine Erfahrung für die Kosten reicht. Nur was im Kopf ist, zählt am Schluss.",
      en: "At the end of your turn you may install a brain if your experience covers its cost. Only the brain in your head counts in the end.",
      fr: "En fin de tour, vous pouvez installer un cerveau si votre expérience suffit à son coût. Seule la tête compte à la fin.",
      nl: "Aan het eind van je beurt mag je een brein inzetten als je ervaring genoeg is voor de kosten. Alleen wat in het hoofd zit telt.",
    },
  },
};

/** The stop that fits the current decision; each is shown once. */
export const tour: GameUi["tour"] = (anyView, _seat, choices, seen) => {
  const view = anyView as ZugraubView | null;
  if (!view || choices.length === 0) return null;
  const fitting: Partial<Record<Phase, string[]>> = {
    discard: ["goal", "roll"],
    move: [
      "move",
      ...(offers(choices, "front") ? ["front"] : []),
      ...(offers(choices, "boost") ? ["boost"] : []),
    ],
    attack: ["attack"],
    brawl: ["brawl"],
    spoils: ["spoils"],
    end: ["end"],
  };
  return nextStop(STOPS, fitting[view.phase], seen);
};
