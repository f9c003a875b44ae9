import type { RulesText } from "../types";

export const rules: RulesText = {
  intro:
    "Voor 2: clan Rood en clan Groen, elk met vijf dwergen en vijf bordjes “gereserveerd”. Beide willen de zestien zitplaatsen van dezelfde trein. Wie er tien heeft, wint.",
  brief: {
    goal: [
      "Beide clans willen dezelfde zestien zitplaatsen van de trein.",
      "Een zitplaats is van jou als je dwerg er zit of je bordje er ligt. Tien zitplaatsen winnen meteen.",
    ],
    turn: [
      "Doe precies één ding: zet een dwerg op een buurveld, reserveer een zitplaats naast een van je dwergen, neem een bordje van de ander weg of schop een dwerg van de ander naar huis.",
      "Een dwerg die zit is veilig. Niemand mag op een zitplaats met een bordje.",
      "Schoppen kost je clan beurten, en elke keer meer.",
      "Na elke zevende beurt gooit de conducteur de munt op en verliest een clan een bordje.",
    ],
    end: [
      "Tien zitplaatsen beëindigen het spel meteen.",
      "Anders eindigt het na de afgesproken beurten of tijd, en winnen meer zitplaatsen.",
    ],
  },
  sections: [
    {
      title: "Het station",
      items: [
        {
          rule: "Z1",
          text: "Velden zijn horizontaal en verticaal buren, nooit schuin, tenzij er een wand tussen zit. Een wand scheidt elke zitplaats van het perron ernaast; de deuren zijn aan beide kanten open.",
        },
        {
          rule: "Z2",
          text: "Alleen de eigen clan mag op een thuisveld komen. Elk bord heeft zestien zitplaatsen en vijf thuisvelden per clan; de tafel kiest tussen het station, een klein en een lang bord. Een tafel met een geladen bestand kan andere borden en andere getallen hebben dan hier staan.",
        },
      ],
    },
    {
      title: "Jouw beurt: precies één hiervan",
      items: [
        {
          rule: "Z3",
          text: "Alle dwergen beginnen op hun thuisvelden, alle bordjes in de voorraad. Loting bepaalt wie begint, tenzij de tafel een clan heeft aangewezen. De clans wisselen elkaar af. Een beurt is precies één handeling van Z4 tot en met Z8, en wie iets kan doen, moet dat ook, zelfs als hij daarvoor een goede zitplaats opgeeft.",
        },
        {
          rule: "Z4",
          symbol: "walk",
          text: "Lopen: een van je dwergen gaat naar een buurveld waar geen dwerg staat en geen bordje ligt.",
        },
        {
          rule: "Z5",
          symbol: "sit",
          text: "Gaan zitten: wie naar een lege zitplaats gaat, bezet die. Op een zitplaats is een dwerg veilig en kan hij niet worden weggeschopt. Hij mag later weer opstaan.",
        },
        {
          rule: "Z6",
          symbol: "reserve",
          text: "Reserveren: leg een bordje uit je voorraad op een lege zitplaats naast een van je dwergen. Je noemt alleen de zitplaats, welke dwerg er ook naast staat.",
        },
        {
          rule: "Z7",
          symbol: "take",
          text: "Weghalen: haal een bordje van de ander weg van een zitplaats naast een van je dwergen. Het gaat terug naar de voorraad van zijn clan. Elke clan mag dit hoogstens vijf keer per spel.",
        },
        {
          rule: "Z8",
          symbol: "kick",
          text: "Wegschoppen: je dwerg gaat naar een buurveld, geen zitplaats en geen thuisveld, waar een dwerg van de ander staat. Die vliegt terug naar het meest linkse vrije thuisveld. Jouw clan slaat dan beurten over: 1 voor de eerste keer, 2 voor elk van de tweede tot en met de vijfde, 3 voor elke volgende.",
        },
        {
          rule: "Z9",
          symbol: "wait",
          text: "Overslaan: is een clan aan de beurt die nog beurten moet overslaan, dan is dat er één minder en gaat de ander verder. Beide kunnen tegelijk beurten moeten overslaan.",
        },
        {
          rule: "Z10",
          text: "Een clan die helemaal niets kan doen, past. Zijn beide na elkaar geblokkeerd, dan eindigt het spel en winnen de meeste zitplaatsen.",
        },
        {
          rule: "Z11",
          text: "Niemand mag op een zitplaats met een bordje komen, ook niet de clan die het heeft neergelegd.",
        },
      ],
    },
    {
      title: "De conducteur",
      items: [
        {
          rule: "Z12",
          symbol: "conductor",
          text: "Na elke zevende gespeelde beurt wordt de munt gegooid. Volgens onze uitleg tellen beide clans samen, maar overgeslagen beurten en passen niet. De clan van de kleur die boven ligt, verliest een van zijn bordjes op het bord, en de ander kiest welk. Het gaat terug naar de voorraad van zijn clan. Ligt er geen bordje van die kleur, dan gebeurt er niets; ligt er maar één, dan wordt niets gevraagd. Volgens onze uitleg is deze keuze geen beurt, en ook een clan die moet overslaan maakt haar; overgeslagen wordt pas daarna. Ook onze uitleg: een spel dat net gewonnen is of zijn laatste beurt heeft gehad, eindigt vóór de worp.",
        },
      ],
    },
    {
      title: "Het einde",
      items: [
        {
          rule: "Z13",
          text: "Een zitplaats telt voor een clan als zijn dwerg er zit of zijn bordje er ligt. Een clan met tien zitplaatsen wint meteen, wat er ook is afgesproken.",
        },
        {
          rule: "Z14",
          text: "Vóór het spel kiest de tafel hoe het anders eindigt: na een aantal beurten (60 als de tafel niets anders kiest, een aantal van onze keuze; van beide clans samen, of tot elke clan er zoveel heeft gehad), na een aantal minuten, of alleen door tien zitplaatsen. Zijn de beurten of de tijd op, dan winnen de meeste zitplaatsen; evenveel is gelijkspel. De tijd kan aflopen terwijl iemand nadenkt; een keuze waarop de conducteur wacht, vervalt dan.",
        },
        {
          rule: "Z15",
          text: "Als alleen tien zitplaatsen het spel beëindigen, is het na 400 beurten toch afgelopen en winnen de meeste zitplaatsen: geen spel duurt eindeloos.",
        },
      ],
    },
  ],
};
