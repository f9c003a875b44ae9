import type { RulesText } from "../types";

export const rules: RulesText = {
  intro:
    "Voor 2 tot 4 spelers. Iedereen heeft een trein van zeven genummerde wagons die van links naar rechts daalt. Wie het eerst een trein heeft die van links naar rechts stijgt, wint.",
  brief: {
    goal: [
      "De zeven getallen van je trein dalen eerst van links naar rechts.",
      "Draai dat om: de eerste trein die van links naar rechts stijgt, wint.",
    ],
    turn: [
      "Doe één van twee dingen.",
      "Trek een wagon en leg hem op de plaats van een van je wagons. De oude gaat naar de open rij.",
      "Of gebruik een open kaart: die wisselt of verplaatst wagons, laat iedereen er een vervangen of beveiligt een van jouw wagons.",
      "Twee open kaarten met dezelfde vaardigheid heffen elkaar op.",
    ],
    end: [
      "Zodra een trein stijgt, is het spel afgelopen, ook in de beurt van een ander.",
      "De eigenaar wint. Er zijn geen punten.",
    ],
  },
  sections: [
    {
      title: "Opbouw",
      items: [
        {
          rule: "G1",
          text: "De 84 wagons worden geschud. Iedereen krijgt er zeven en zet ze in dalende volgorde: het hoogste nummer bij de locomotief. De locomotief geeft het linkereinde aan; ze is geen wagon en telt nooit mee. Een tafel met een geladen bestand kan andere wagons hebben.",
        },
        {
          rule: "G2",
          text: "Wie begint, wordt geloot, tenzij de tafel een plaats heeft aangewezen. Er wordt met de klok mee gespeeld.",
        },
        {
          rule: "G3",
          text: "Om de beurt trekken de spelers 1, 2, 3 en 4 wagons en bekijken ze in het geheim. Pas als iedereen getrokken heeft, wordt er gekozen.",
        },
        {
          rule: "G4",
          text: "Om de beurt houdt iedereen er één en zet die op de plaats van een wagon van de trein. De oude wagon gaat open naar de open rij, de niet gekozen wagons gaan gedekt naar de aflegstapel.",
        },
        {
          rule: "G5",
          text: "Twee open wagons met dezelfde eigenschap heffen elkaar op en worden afgelegd, in volgorde van aankomst: van drie blijft de laatste. Van elke eigenschap ligt er dus altijd hoogstens één open.",
        },
      ],
    },
    {
      title: "Jouw beurt: één van twee",
      items: [
        {
          rule: "G6",
          text: "Trekken: neem de bovenste wagon van de trekstapel, bekijk hem en zet hem op de plaats van een van je wagons. Dat moet. De oude gaat naar de open rij; daarna G5.",
        },
        {
          rule: "G7",
          text: "Gebruiken: kies een open kaart. Zij wordt eerst afgelegd, dan werkt haar eigenschap (een slot gaat in plaats daarvan onder zijn wagon). Kan geen enkele open kaart gebruikt worden, dan moet je trekken.",
        },
        {
          rule: "G8",
          text: "Een getrokken wagon telt alleen met zijn nummer, een open wagon alleen met zijn eigenschap.",
        },
        {
          rule: "G9",
          text: "Is de laatste kaart van de trekstapel genomen, dan wordt de aflegstapel meteen geschud en is hij de nieuwe trekstapel, ook terwijl er gaten worden gevuld. Niemand mag de aflegstapel doorkijken.",
        },
      ],
    },
    {
      title: "De acht eigenschappen",
      items: [
        { rule: "G10", symbol: "swap_adjacent", text: "Verwissel twee naburige wagons van je trein." },
        {
          rule: "G11",
          symbol: "swap_over_one",
          text: "Verwissel twee van je wagons waar precies één wagon tussen staat. Die blijft staan.",
        },
        {
          rule: "G12",
          symbol: "move_right_2",
          text: "Schuif een van je wagons precies twee plaatsen naar rechts; de twee gepasseerde wagons schuiven één plaats naar links.",
        },
        {
          rule: "G13",
          symbol: "move_left_2",
          text: "Schuif een van je wagons precies twee plaatsen naar links; de twee gepasseerde wagons schuiven één plaats naar rechts.",
        },
        {
          rule: "G14",
          symbol: "remove_left",
          text: "Iedereen, ook jij, verwijdert de wagon helemaal links (plaats 1), tenzij die beschermd is.",
        },
        {
          rule: "G15",
          symbol: "remove_middle",
          text: "Iedereen verwijdert de wagon in het midden (plaats 4), tenzij die beschermd is.",
        },
        {
          rule: "G16",
          symbol: "remove_right",
          text: "Iedereen verwijdert de wagon helemaal rechts (plaats 7), tenzij die beschermd is. Voor alle drie: verwijderde wagons gaan naar de open rij, paren heffen elkaar op (G5), en pas daarna trekt iedereen met een gat een nieuwe wagon daarin, te beginnen bij de speler die aan de beurt is.",
        },
        {
          rule: "G17",
          text: "Zodra een gat gevuld is, wordt die trein bekeken: stijgt hij, dan wint de eigenaar meteen en trekt niemand meer. Een trein met een gat kan niet winnen.",
        },
        {
          rule: "G18",
          symbol: "protect",
          text: "Leg de kaart onder je wagon op plaats 1, 4 of 7: hij kan door G14 tot G16 niet verwijderd worden. Elke wagon draagt hoogstens één slot; je mag meer wagons beschermen. Zijn alle drie de plaatsen beschermd, dan kan de kaart niet gebruikt worden.",
        },
        {
          rule: "G19",
          text: "Een slot gaat verloren, en zijn kaart wordt afgelegd, als zijn wagon vervangen, verwisseld of verschoven wordt, of opschuift omdat je een andere wagon erlangs schuift. Een wagon die tussen twee verwisselde blijft staan, houdt het.",
        },
        {
          rule: "G20",
          text: "Een eigenschap mag ook gebruikt worden als zij niets verandert, omdat alle wagons die zij zou verwijderen beschermd zijn.",
        },
      ],
    },
    {
      title: "Het einde",
      items: [
        {
          rule: "G21",
          text: "Het spel eindigt op het moment dat een trein van zeven wagons van links naar rechts stijgt. De eigenaar wint, ook in de beurt van een ander.",
        },
        {
          rule: "G22",
          text: "Heeft de tafel een beurtlimiet en heeft dan nog niemand gewonnen, dan is het gelijkspel.",
        },
      ],
    },
  ],
};
