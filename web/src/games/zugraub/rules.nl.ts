import type { RulesText } from "../types";

export const rules: RulesText = {
  intro:
    "Voor 3 tot 7 zombies op een trein die vooraan groeit en achteraan uit elkaar valt. Wie het slimste brein in het hoofd heeft als de trein stilstaat, wint. De gedrukte kaarten en wagons zijn niet openbaar: deze set is van ons.",
  brief: {
    goal: [
      "Je bent een zombie op een op hol geslagen trein en wilt het slimste brein in je hoofd hebben als hij stopt.",
      "Breinen zijn kaarten. Hun IQ telt alleen in je hoofd, nooit in je hand.",
    ],
    turn: [
      "Gooi de dobbelstenen en loop hoogstens zoveel stappen. Kaarten uit je hand brengen je verder.",
      "Waar je blijft staan, kun je een brein pakken, aanvallen wie daar staat of aan de rem trekken.",
      "Wie vooraan de deur uit stapt, voegt een wagon toe.",
      "Eén keer per beurt mag je een kaart uit je hand in je hoofd zetten en de kosten in ervaring betalen.",
      "Heb je een wagon toegevoegd, dan wordt de koppeling beproefd: de laatste wagons kunnen afbreken.",
    ],
    end: [
      "Wie op de rem van de locomotief blijft staan, verliest de laatste wagon. Is de locomotief alleen, dan staat de trein stil.",
      "Het hoogste IQ in een hoofd wint. Heeft niemand iets, dan verliest iedereen.",
    ],
  },
  sections: [
    {
      title: "Kaarten, wagons en begin",
      items: [
        {
          rule: "B1",
          symbol: "brain",
          text: "55 breinkaarten: elk met kosten, een klapwaarde, een renwaarde en een IQ, sommige met een eigenschap die in het hoofd werkt. Twaalf zijn regeringskaas met IQ 0. Het bonuspakket heeft er nog negen.",
        },
        {
          rule: "B2",
          text: "Acht wagonstukken met twee kanten, zes velden lang en drie breed, met een deur midden in beide uiteinden. Eén stuk is aan de ene kant de remwagen, aan de andere de locomotief.",
        },
        {
          rule: "B3",
          text: "Wie de doos heeft, kan de kaarten en wagons daarvan in een bestand schrijven en daarmee spelen; een bestand dat niet klopt wordt met de reden geweigerd.",
        },
        {
          rule: "B4",
          text: "Iedereen krijgt een kaart; volgens onze uitleg wordt alleen geloot wie begint, tenzij de tafel een plaats heeft aangewezen; de anderen volgen in de volgorde van hun plaatsen. De trein is de remwagen met één wagon ervoor; de zombies staan in speelvolgorde op de startvelden van de remwagen. Elk breinveld krijgt een fiche, ook op latere wagons.",
        },
      ],
    },
    {
      title: "Jouw beurt",
      items: [
        { rule: "B5", symbol: "discard", text: "Leg eerst zoveel handkaarten af als je wilt." },
        {
          rule: "B6",
          symbol: "die",
          text: "Gooi dan twee dobbelstenen; met een leeg hoofd één minder per handkaart, maar nooit minder dan geen. De dobbelstenen plus de renwaarde van het brein in je hoofd zijn je stappen. Na de worp, ook onderweg, mag je kaarten verstoken voor hun renwaarde; het aantal dobbelstenen verandert daardoor niet.",
        },
        {
          rule: "B7",
          symbol: "run",
          text: "Loop hoogstens zoveel stappen, nooit schuin en niet door muren; blijven staan en heen en weer lopen mag. Velden mag je delen en passeren. Van wagon naar wagon ga je door de deuren; achteraan verlaat niemand de trein.",
        },
        {
          rule: "B8",
          symbol: "door",
          text: "Een stap uit de voorste deur voegt een gelote wagon toe, en daar ga je verder met de rest. Is het het stuk van de remwagen, dan komt de locomotief, en daarna geen wagon meer. Is er geen stuk meer over, dan blijft de deur dicht.",
        },
        {
          rule: "B9",
          text: "Alleen waar je eindigt gebeurt er iets, in deze volgorde: rem, brein, gevecht. Hoogstens één gevecht per beurt.",
        },
        {
          rule: "B10",
          symbol: "point",
          text: "Een breinfiche geeft één ervaringspunt en een kaart. Is de stapel op, dan wordt de aflegstapel geschud.",
        },
      ],
    },
    {
      title: "Gevechten",
      items: [
        {
          rule: "B11",
          symbol: "fight",
          text: "Staan er anderen op je veld, dan mag je aanvallen, allen tegelijk; volgens onze uitleg ook als je bent blijven staan. Ieder gooit twee dobbelstenen, met een leeg hoofd één minder per handkaart, en telt de klap van het hoofd erbij. Dan speelt vanaf links van de aanvaller, de aanvaller als laatste, ieder om de beurt een kaart voor haar klap of past, tot allen na elkaar gepast hebben.",
        },
        {
          rule: "B12",
          text: "Het hoogste totaal wint. Elke gelijke stand bovenaan is voor de aanvaller, ook als die er niet bij hoort.",
        },
        { rule: "B13", symbol: "point", text: "Elke verliezer krijgt één ervaringspunt." },
        {
          rule: "B14",
          symbol: "hand",
          text: "De winnaar ziet de handen van alle vechters en beschikt over al hun breinen, in hand en hoofd, ook de eigen: elk blijft, wordt afgelegd of gaat naar de hand van een vechter, en verhuist maar één keer. Verder ziet niemand de handen, en alleen wie aan de beurt is mag boven de handlimiet eindigen. Een optie laat een brein ook van hoofd naar leeg hoofd gaan.",
        },
      ],
    },
    {
      title: "Het einde van de beurt",
      items: [
        {
          rule: "B15",
          text: "Twee handkaarten is de limiet. Alleen wie aan de beurt is mag er meer hebben, tot het einde van de beurt. Volgens onze uitleg legt die ook pas dan af wat te veel is. Wie anders het brein verliest dat een derde kaart toestond, legt meteen af tot twee.",
        },
        {
          rule: "B16",
          symbol: "install",
          text: "Eén keer per beurt mag je een kaart inzetten: betaal de kosten in ervaring, leg het oude brein af, zet het nieuwe in je hoofd.",
        },
        {
          rule: "B17",
          symbol: "coupling",
          text: "Heb je een wagon toegevoegd, dan wordt ten slotte de koppeling beproefd: een dobbelsteen lager dan het aantal wagons kost de laatste, en er wordt opnieuw gegooid. Wie daar stond rent achter de trein, verliest de hand, houdt punten en hoofd. Een verloren remwagen kan terugkomen als locomotief; elke andere verloren wagon is uit het spel.",
        },
        {
          rule: "B18",
          symbol: "brake",
          text: "Wie op een remveld van de locomotief eindigt of blijft staan, verliest meteen de laatste wagon. Is de locomotief alleen, dan staat de trein stil en is het spel uit.",
        },
        {
          rule: "B19",
          text: "Achter de trein vecht niemand, en niemand kan erheen gaan. In je volgende beurt moet je minstens één stap zetten, op de laatste wagon.",
        },
      ],
    },
    {
      title: "Winnen",
      items: [
        {
          rule: "B20",
          text: "Het hoogste IQ in een hoofd wint, gelijke delen. Kaas telt niet; heeft niemand iets, dan verliezen allen.",
        },
        {
          rule: "B21",
          text: "Opties: het bonuspakket; verloren wagons komen terug; een langere eerste trein; een late locomotief (zoveel ronden na het verlies van de remwagen); een kaas voor iedereen bij het begin, volgens onze uitleg in het hoofd; buit in hoofden; wie begint; een beurtlimiet, waarna wordt geteld.",
        },
      ],
    },
  ],
};
