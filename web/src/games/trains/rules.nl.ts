import type { RulesText } from "../types";

export const rules: RulesText = {
  intro:
    "2 tot 4 spelers. Met kaarten bouwt iedereen een spoornet en tegelijk een stapel kaarten. Steden met stations, afgelegen plaatsen en gebouwen geven punten; wie er op het einde de meeste heeft, wint.",
  brief: {
    goal: [
      "Bouw een deck en daarmee een spoornet. De meeste punten winnen.",
      "Punten komen van steden met stations, afgelegen plaatsen en overwinningskaarten.",
    ],
    turn: [
      "Speel kaarten uit je hand: treinen geven geld, andere kaarten leggen rails, bouwen stations of helpen op hun eigen manier.",
      "Geef het geld uit aan rails en aan nieuwe kaarten voor je deck.",
      "Waar rails van anderen liggen, betaal je meer en krijg je Afval, dat je hand verstopt.",
      "Heb je nog niets gedaan, dan mag je passen en al het Afval uit je hand teruggeven.",
      "Daarna gaat alles naar je aflegstapel en trek je vijf kaarten.",
    ],
    end: [
      "Het spel eindigt na een beurt waarin vier stapels leeg zijn, iemand alle rails heeft gelegd of het laatste station staat.",
      "Elke rail in een stad telt dan 0, 2, 4 of 8 punten, naar het aantal stations.",
    ],
  },
  sections: [
    {
      title: "Voorbereiding",
      items: [
        {
          rule: "T1",
          text: "Er wordt op Tokio of Osaka gespeeld. In de voorraad liggen altijd acht vaste stapels (hoe meer spelers, hoe minder Spoorbouw en Stationsuitbreiding) en acht van dertig andere soorten met elk 10 kaarten. In een gewone partij worden ze door loting bepaald; kiest de tafel niets anders, dan geldt de lijst van het bord voor eerste partijen. Een andere lijst of een eigen keuze kan ook.",
        },
        {
          rule: "T2",
          text: "Iedereen begint met zeven Stoptreinen, tweemaal Spoorbouw en één Stationsuitbreiding, geschud, en trekt vijf kaarten. Wie begint wordt geloot, tenzij de tafel een plaats noemt.",
        },
        {
          rule: "T3",
          text: "Om de beurt legt iedereen gratis één spoor op een leeg veld dat geen zee en geen afgelegen plaats is.",
        },
      ],
    },
    {
      title: "Een beurt",
      items: [
        {
          rule: "T4",
          text: "In je beurt speel en koop je kaarten, zoveel je wilt en in elke volgorde. Het ene is klaar voordat het volgende begint.",
        },
        {
          rule: "T5",
          symbol: "action",
          text: "Spelen: de kaart geeft haar geld. Haar eigenschap gebruik je helemaal of niet; kan een deel niet, dan kan ze niet gebruikt worden. Twee uitzonderingen: een lege Afvalstapel, en trekken als er te weinig kaarten zijn. Volgens onze uitleg mag je ook de Vuilnisbelt zonder Afval in je hand en de Onderhoudswerkplaats bij een lege stapel gebruiken: ze doen dan niets en kosten niets. Afval en puntenkaarten kun je niet spelen. Wil je de eigenschap niet, dan speel je de kaart alleen voor haar geld.",
        },
        {
          rule: "T6",
          symbol: "victory",
          text: "Kopen: je betaalt met het geld van deze beurt, zoveel kaarten als je kunt betalen. Afval is niet te koop, en van een lege stapel ook niets. Nieuwe kaarten liggen apart tot het opruimen; een puntenkaart brengt bij het kopen een Afval mee.",
        },
        {
          rule: "T7",
          symbol: "waste",
          text: "Wie niets heeft gespeeld en niets gekocht, mag passen en al het Afval uit de hand teruggeven; dat is de hele beurt, daarna wordt opgeruimd.",
        },
        {
          rule: "T8",
          text: "Opruimen: hand, gespeelde en nieuwe kaarten gaan op je aflegstapel en je trekt er vijf. De aflegstapel wordt pas geschud als de trekstapel leeg is en er een kaart nodig is. Aflegstapels liggen open en iedereen mag weten welke kaarten je bezit; verborgen zijn de hand en de volgorde van de trekstapel.",
        },
        {
          rule: "T9",
          text: "Geld dat je niet uitgeeft, gaat verloren.",
        },
      ],
    },
    {
      title: "Sporen en stations",
      items: [
        {
          rule: "T10",
          symbol: "rail",
          text: "Een spoor komt naast een eigen spoor, niet over een barrière, niet in zee en niet waar je al ligt. Sporen van anderen versperren niets.",
        },
        {
          rule: "T11",
          text: "Het kost geld: vlakte 0, rivier 1, bergen 2, stad 1 en 1 per station daar, afgelegen plaats haar getal, plus 1 per vreemd spoor. Liggen er vreemde sporen, dan krijg je een Afval.",
        },
        {
          rule: "T12",
          text: "Een spoorkaart werkt zo: eerst het Afval, dan wat ze deze beurt kwijtscheldt, dan het spoor, dat er al van profiteert. Verschillende kwijtscheldingen tellen samen. Ze schelden alleen geld kwijt: waar sporen van anderen liggen, komt het Afval toch, ook met de Metrotunnel. Alleen Samenwerking bespaart het.",
        },
        {
          rule: "T13",
          symbol: "station",
          text: "Een station komt in een stad waar nog ruimte is; je hoeft er geen spoor te hebben.",
        },
        {
          rule: "T14",
          text: "Wat elke kaart doet, staat erbij: wijs haar aan, druk lang, of druk op “?”.",
        },
      ],
    },
    {
      title: "Einde en telling",
      items: [
        {
          rule: "T15",
          text: "Na elke beurt, ook als niet iedereen even vaak aan de beurt was: het spel eindigt als minstens vier stapels op zijn (Afval telt niet), als iemand alle sporen gelegd heeft of als het laatste station gebouwd is.",
        },
        {
          rule: "T16",
          text: "Punten: de schaal; per eigen spoor in een stad met 0/1/2/3 stations 0/2/4/8; het getal van elke afgelegen plaats met een eigen spoor; je puntenkaarten, waar ze ook liggen. Gelijke stand: meer sporen op het bord, anders gedeeld.",
        },
        {
          rule: "T17",
          text: "Heeft de tafel een beurtlimiet, alle spelers samen geteld, dan eindigt het spel uiterlijk dan, met dezelfde telling.",
        },
      ],
    },
  ],
};
