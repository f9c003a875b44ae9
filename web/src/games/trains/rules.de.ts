import type { RulesText } from "../types";

export const rules: RulesText = {
  intro:
    "2 bis 4 Spieler. Alle bauen mit Karten ein Gleisnetz und zugleich ein Kartendeck aus. Städte mit Bahnhöfen, abgelegene Orte und Gebäude bringen Punkte; wer am Ende die meisten hat, gewinnt.",
  brief: {
    goal: [
      "Bau ein Deck und damit ein Schienennetz. Die meisten Punkte gewinnen.",
      "Punkte bringen Städte mit Bahnhöfen, abgelegene Orte und Siegpunktkarten.",
    ],
    turn: [
      "Spiel Karten aus deiner Hand: Züge geben Geld, andere Karten legen Gleise, bauen Bahnhöfe oder helfen auf ihre Art.",
      "Gib das Geld für Gleise und für neue Karten deines Decks aus.",
      "Wo fremde Gleise liegen, zahlst du mehr und bekommst Müll, der deine Hand verstopft.",
      "Hast du noch nichts getan, darfst du passen und allen Müll aus der Hand zurückgeben.",
      "Danach kommt alles auf deine Ablage, und du ziehst fünf Karten.",
    ],
    end: [
      "Schluss ist nach einem Spielzug, wenn vier Stapel leer sind, jemand alle Gleise gelegt hat oder der letzte Bahnhof steht.",
      "Dann zählt jedes Gleis in einer Stadt 0, 2, 4 oder 8 Punkte, je nach Zahl der Bahnhöfe.",
    ],
  },
  sections: [
    {
      title: "Vorbereitung",
      items: [
        {
          rule: "T1",
          text: "Gespielt wird auf Tokio oder Osaka. Im Vorrat liegen immer acht feste Stapel (je mehr mitspielen, desto weniger Gleisbau und Bahnhofsausbau) und dazu acht von dreißig weiteren Sorten zu je 10 Karten. In einem normalen Spiel werden sie ausgelost; wählt der Tisch nichts anderes, gilt die Liste des Spielplans für erste Spiele. Auch eine andere Liste oder eine eigene Wahl ist möglich.",
        },
        {
          rule: "T2",
          text: "Alle beginnen mit sieben Regionalzügen, zweimal Gleisbau und einem Bahnhofsausbau, gemischt, und ziehen fünf Karten. Wer beginnt, wird ausgelost, außer der Tisch hat einen Platz bestimmt.",
        },
        {
          rule: "T3",
          text: "Der Reihe nach legen alle ein Gleis kostenlos auf ein leeres Feld, das weder Meer noch ein abgelegener Ort ist.",
        },
      ],
    },
    {
      title: "Ein Spielzug",
      items: [
        {
          rule: "T4",
          text: "Wenn du dran bist, spielst und kaufst du Karten, so viele und in welcher Reihenfolge du willst. Jede Sache wird zu Ende gebracht, bevor die nächste beginnt.",
        },
        {
          rule: "T5",
          symbol: "action",
          text: "Spielen: Die Karte bringt ihr Geld. Ihre Fähigkeit nutzt du ganz oder gar nicht; fehlt etwas dazu, geht sie nicht. Zwei Ausnahmen: Ein leerer Müllstapel stört nie, und ist nichts mehr zu ziehen, zieht man so viel wie da ist. Nach unserer Auslegung gehen auch die Mülldeponie ohne Müll auf der Hand und das Wartungswerk bei leerem Stapel: Sie bewirken dann nichts und kosten nichts. Müll und Siegpunktkarten kann man nicht spielen. Willst du die Fähigkeit nicht, spielst du die Karte nur für ihr Geld.",
        },
        {
          rule: "T6",
          symbol: "victory",
          text: "Kaufen: Du zahlst mit dem Geld dieses Spielzugs, so viele Karten, wie du bezahlen kannst. Müll kann man nicht kaufen, auch nichts von einem leeren Stapel. Neue Karten liegen bis zum Aufräumen beiseite; Siegpunktkarten bringen beim Kauf einen Müll mit.",
        },
        {
          rule: "T7",
          symbol: "waste",
          text: "Wer nichts gespielt und nichts gekauft hat, kann stattdessen passen und allen Müll der Hand zurückgeben; das ist der ganze Spielzug, dann wird aufgeräumt.",
        },
        {
          rule: "T8",
          text: "Aufräumen: Hand, gespielte und neue Karten kommen auf deine Ablage, du ziehst fünf neue. Die Ablage wird erst gemischt, wenn der Nachziehstapel leer ist und eine Karte gebraucht wird. Die Ablage liegt offen, und alle dürfen wissen, welche Karten du besitzt; verborgen sind die Hand und die Reihenfolge des Nachziehstapels.",
        },
        {
          rule: "T9",
          text: "Geld, das du nicht ausgibst, verfällt.",
        },
      ],
    },
    {
      title: "Gleise und Bahnhöfe",
      items: [
        {
          rule: "T10",
          symbol: "rail",
          text: "Ein Gleis kommt neben ein eigenes Gleis, nicht über eine Sperre, nicht ins Meer und nicht auf ein Feld, auf dem du schon liegst. Fremde Gleise versperren nichts.",
        },
        {
          rule: "T11",
          text: "Es kostet Geld: Ebene 0, Fluss 1, Gebirge 2, Stadt 1 und 1 je Bahnhof dort, abgelegener Ort seine Zahl, dazu 1 je fremdem Gleis. Liegen dort fremde Gleise, bekommst du einen Müll.",
        },
        {
          rule: "T12",
          text: "Eine Gleiskarte wirkt so: erst der Müll, dann was sie für diesen Spielzug erlässt, dann das Gleis, dem das schon hilft. Verschiedene Erlasse gelten nebeneinander. Erlassen wird nur Geld: Wo fremde Gleise liegen, kommt der Müll trotzdem, auch beim U-Bahn-Tunnel. Nur die Zusammenarbeit erspart ihn.",
        },
        {
          rule: "T13",
          symbol: "station",
          text: "Ein Bahnhof kommt in irgendeine Stadt, in der noch ein Haus frei ist; ein eigenes Gleis braucht es dort nicht.",
        },
        {
          rule: "T14",
          text: "Was jede Karte tut, steht bei ihr: mit der Maus darauf zeigen, lange drücken, oder „?“.",
        },
      ],
    },
    {
      title: "Ende und Wertung",
      items: [
        {
          rule: "T15",
          text: "Nach jedem Spielzug wird geprüft, auch wenn nicht alle gleich oft dran waren: Das Spiel endet, wenn mindestens vier Stapel leer sind (Müll zählt nicht), wenn jemand alle Gleise verlegt hat oder wenn der letzte Bahnhof gebaut ist.",
        },
        {
          rule: "T16",
          text: "Punkte: die Skala; für jedes eigene Gleis in einer Stadt mit 0/1/2/3 Bahnhöfen 0/2/4/8; die Zahl jedes abgelegenen Ortes mit eigenem Gleis; die eigenen Siegpunktkarten, wo sie auch liegen. Bei Gleichstand mehr Gleise auf dem Plan, sonst teilt man.",
        },
        {
          rule: "T17",
          text: "Hat der Tisch eine Höchstzahl an Spielzügen, alle zusammengezählt, endet das Spiel spätestens dann und wird ebenso gewertet.",
        },
      ],
    },
  ],
};
