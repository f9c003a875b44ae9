import { nextStop, offers } from "../board.svelte";
import type { GameUi, TourStop } from "../types";
import type { TrainsView } from "./view_types";

/** The first-game tour: one stop for each kind of decision. */
const STOPS: Record<string, TourStop> = {
  start: {
    id: "start",
    spot: "map",
    text: {
      de: "Hier beginnt dein Netz. Gut ist ein Feld, von dem aus mehrere Städte und ein abgelegener Ort (Stern) nah sind. Das erste Gleis kostet nichts.",
      en: "Your network begins here. A good space has several cities and a remote location (a star) nearby. The first rail is free.",
      fr: "Votre réseau commence ici. Une bonne case a plusieurs villes et un lieu éloigné (étoile) tout près. Le premier rail est gratuit.",
      nl: "Hier begint je netwerk. Een goed veld heeft meerdere steden en een afgelegen plaats (ster) dichtbij. Het eerste spoor is gratis.",
    },
  },
  hand: {
    id: "hand",
    spot: "hand",
    text: {
      de: "Das ist deine Hand, gleiche Karten liegen übereinander. Züge bringen Geld: Klicke sie an, oder spiele alle auf einmal.",
      en: "This is your hand. Identical cards are stacked. Trains give money: click them one by one, or play them all at once.",
      fr: "Voici votre main ; les cartes pareilles sont empilées. Les trains rapportent : cliquez dessus, ou jouez-les tous d’un coup.",
      nl: "Dit is je hand; gelijke kaarten liggen op elkaar. Treinen geven geld: klik erop, of speel ze allemaal tegelijk.",
    },
  },
  ability: {
    id: "ability",
    spot: "hand",
    text: {
      de: "Diese Karte kann mehr als Geld: Beim Anklicken wählst du, ob du ihre Fähigkeit nutzt. Gleise und Bahnhöfe bringen Müll mit, der dir später die Hand verstopft.",
      en: "This card does more than give money: click it and choose whether to use its ability. Rails and stations bring Waste, which clogs up your hand later.",
      fr: "Cette carte fait plus que rapporter : cliquez dessus et choisissez d’utiliser sa capacité. Rails et gares amènent de la Ferraille, qui encombrera votre main.",
      nl: "Deze kaart kan meer dan geld geven: klik erop en kies of je haar eigenschap gebruikt. Sporen en stations brengen Afval mee, dat later je hand verstopt.",
    },
  },
  rail: {
    id: "rail",
    spot: "map",
    text: {
      de: "Die leuchtenden Felder sind möglich. Die Münze zeigt, was das Gleis dort kostet; eine Tonne daneben bedeutet einen Müll mehr.",
      en: "You can build on any space that lights up. The coin shows what the rail costs there; a bin beside it means one more Waste.",
      fr: "Les cases éclairées sont possibles. La pièce montre ce que le rail y coûte ; une poubelle à côté veut dire une Ferraille de plus.",
      nl: "De verlichte velden kunnen. De munt toont wat het spoor daar kost; een vuilnisbak ernaast betekent nog een Afval.",
    },
  },
  buy: {
    id: "buy",
    spot: "supply",
    text: {
      de: "Was leuchtet, kannst du dir leisten. Gekaufte Karten kommen nach dem Spielzug auf deine Ablage und später auf deine Hand. Sind genug Stapel leer, endet das Spiel.",
      en: "You can afford every card that lights up. Cards you buy go to your discards after the turn and come to your hand later. When enough piles are empty, the game ends.",
      fr: "Ce qui est éclairé est à votre portée. Les cartes achetées vont à la défausse après le tour, puis dans votre main. Quand assez de piles sont épuisées, la partie finit.",
      nl: "Wat oplicht kun je betalen. Gekochte kaarten gaan na je beurt op je aflegstapel en komen later in je hand. Zijn er genoeg stapels leeg, dan eindigt het spel.",
    },
  },
  end: {
    id: "end",
    spot: "money",
    text: {
      de: "Geld, das übrig bleibt, verfällt. Wenn nichts mehr zu tun ist, beende den Spielzug: Du ziehst eine neue Hand.",
      en: "Money left over is lost. When there is nothing more to do, end your turn and draw a new hand.",
      fr: "L’argent restant est perdu. Quand il n’y a plus rien à faire, finissez le tour : vous piochez une nouvelle main.",
      nl: "Geld dat overblijft gaat verloren. Als er niets meer te doen is, beëindig je de beurt: je trekt een nieuwe hand.",
    },
  },
  waste: {
    id: "waste",
    spot: "money",
    text: {
      de: "Viel Müll auf der Hand? Statt zu spielen kannst du den ganzen Spielzug lang passen und allen Müll deiner Hand zurückgeben.",
      en: "A lot of Waste in your hand? Instead of playing, you can pass for the whole turn and return all Waste in your hand.",
      fr: "Beaucoup de Ferraille en main ? Au lieu de jouer, vous pouvez passer tout le tour et rendre toute la Ferraille de votre main.",
      nl: "Veel Afval in de hand? In plaats van te spelen kun je de hele beurt passen en al het Afval uit je hand teruggeven.",
    },
  },
};

/** The stop that fits the current decision; each is shown once. */
export const tour: GameUi["tour"] = (anyView, _seat, choices, seen) => {
  const view = anyView as TrainsView | null;
  if (!view || choices.length === 0) return null;
  const usable = choices.some(({ target }) => target.kind === "play" && target.use === true);
  const fitting =
    view.phase === "turn"
      ? [
          "hand",
          ...(offers(choices, "recycle") ? ["waste"] : []),
          ...(usable ? ["ability"] : []),
          ...(offers(choices, "buy") ? ["buy"] : []),
          ...(Object.keys(view.play).length > 0 && !offers(choices, "play") ? ["end"] : []),
        ]
      : [view.phase];
  return nextStop(STOPS, fitting, seen);
};
