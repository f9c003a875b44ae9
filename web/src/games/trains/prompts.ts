import type { ByLang } from "../../lib/types";
import type { TrainsView } from "./view";

/** What the acting seat is asked to do, by phase. */
export const PROMPTS: Record<string, ByLang> = {
  start: {
    de: "Wo beginnt dein Netz? Wähle ein freies Feld.",
    en: "Where does your network begin? Choose a free space.",
    fr: "Où commence votre réseau ? Choisissez une case libre.",
    nl: "Waar begint je netwerk? Kies een vrij veld.",
  },
  turn: {
    de: "Spiele Karten, kaufe Karten, oder beende den Spielzug.",
    en: "Play cards, buy cards, or end your turn.",
    fr: "Jouez des cartes, achetez-en, ou finissez le tour.",
    nl: "Speel kaarten, koop kaarten, of beëindig de beurt.",
  },
  rail: {
    de: "Wohin kommt das Gleis?",
    en: "Where does the rail go?",
    fr: "Où posez-vous le rail ?",
    nl: "Waar komt het spoor?",
  },
  station: {
    de: "Welche Stadt bekommt den Bahnhof?",
    en: "Which city gets the station?",
    fr: "Quelle ville reçoit la gare ?",
    nl: "Welke stad krijgt het station?",
  },
  freight: {
    de: "Wie viel Müll fährt zurück? Jeder bringt 1 Geld.",
    en: "How much Waste do you return? Each gives 1 money.",
    fr: "Combien de Ferraille rendez-vous ? Chacune rapporte 1.",
    nl: "Hoeveel Afval gaat terug? Elk geeft 1 geld.",
  },
  mail: {
    de: "Leg beliebig viele Karten ab: je 1 Geld.",
    en: "Discard as many cards as you like: 1 money each.",
    fr: "Défaussez autant de cartes que vous voulez : 1 d’argent chacune.",
    nl: "Leg zoveel kaarten af als je wilt: elk 1 geld.",
  },
  conductor: {
    de: "Leg beliebig viele Karten ab und ziehe danach ebenso viele.",
    en: "Discard as many cards as you like, then draw the same number.",
    fr: "Défaussez autant de cartes que vous voulez, puis piochez-en autant.",
    nl: "Leg zoveel kaarten af als je wilt en trek er daarna evenveel.",
  },
  garage: {
    de: "Leg genau zwei Karten ab.",
    en: "Discard exactly two cards.",
    fr: "Défaussez exactement deux cartes.",
    nl: "Leg precies twee kaarten af.",
  },
  signals: {
    de: "Diese Karte liegt oben. Bleibt sie dort?",
    en: "This is the top card. Does it stay there?",
    fr: "Cette carte est au-dessus. Y reste-t-elle ?",
    nl: "Deze kaart ligt bovenop. Blijft ze daar?",
  },
  name: {
    de: "Nenne eine Karte: Liegt sie oben, kommt sie auf deine Hand.",
    en: "Name a card: if it’s on top, it goes to your hand.",
    fr: "Annoncez une carte : si elle est au-dessus, elle va dans votre main.",
    nl: "Noem een kaart: ligt ze bovenop, dan komt ze in je hand.",
  },
  reveal: {
    de: "Nimm eine davon auf die Hand, wenn du magst.",
    en: "Take one of these into your hand, if you like.",
    fr: "Prenez-en une en main, si vous voulez.",
    nl: "Neem er één in de hand, als je wilt.",
  },
  order: {
    de: "Lege sie zurück, die unterste zuerst: Die zuletzt gelegte liegt oben.",
    en: "Put them back, bottom card first. The last one ends up on top.",
    fr: "Remettez-les, la plus basse d’abord : la dernière est au-dessus.",
    nl: "Leg ze terug, de onderste eerst: de laatste ligt bovenop.",
  },
  crew: {
    de: "Was tut das Personal?",
    en: "What does the crew do?",
    fr: "Que fait le personnel ?",
    nl: "Wat doet het personeel?",
  },
  park: {
    de: "Welcher Zug im Spiel zählt noch einmal?",
    en: "Which train in play counts again?",
    fr: "Quel train en jeu compte encore une fois ?",
    nl: "Welke trein in het spel telt nog eens?",
  },
  switch: {
    de: "Welcher Zug im Spiel fährt auf deinen Nachziehstapel?",
    en: "Which train in play goes onto your draw pile?",
    fr: "Quel train en jeu va sur votre pioche ?",
    nl: "Welke trein in het spel gaat op je trekstapel?",
  },
  pull: {
    de: "Welchen Zug holst du aus deiner Ablage auf die Hand?",
    en: "Which train do you take from your discards into your hand?",
    fr: "Quel train reprenez-vous de la défausse ?",
    nl: "Welke trein haal je uit je aflegstapel in de hand?",
  },
  maintain: {
    de: "Welchen Zug deiner Hand zeigst du, um noch einen davon zu bekommen?",
    en: "Which train in your hand do you show to gain another one like it?",
    fr: "Quel train de votre main montrez-vous pour en gagner un autre ?",
    nl: "Welke trein in de hand toon je, om er nog zo een te krijgen?",
  },
  office: {
    de: "Wessen Fähigkeit führt das Büro aus? Die Karte bleibt auf der Hand.",
    en: "Which card’s ability does the Office use? The card stays in your hand.",
    fr: "Quelle capacité le bureau exécute-t-il ? La carte reste en main.",
    nl: "Welke eigenschap voert het kantoor uit? De kaart blijft in de hand.",
  },
  trash: {
    de: "Welcher Zug deiner Hand kommt weg?",
    en: "Which train leaves your hand for good?",
    fr: "Quel train de votre main part pour de bon ?",
    nl: "Welke trein in de hand gaat voorgoed weg?",
  },
  wagon: {
    de: "Welchen Zug nimmst du dafür auf die Hand?",
    en: "Which train do you take into your hand in its place?",
    fr: "Quel train prenez-vous en main à la place ?",
    nl: "Welke trein neem je daarvoor in de hand?",
  },
};

export function promptOf(view: TrainsView): ByLang | undefined {
  return PROMPTS[view.phase];
}
