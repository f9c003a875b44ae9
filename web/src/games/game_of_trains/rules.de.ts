import type { RulesText } from "../types";

export const rules: RulesText = {
  intro:
    "Für 2 bis 4. Alle haben einen Zug aus sieben nummerierten Wagen, der von links nach rechts fällt. Wer zuerst einen hat, der von links nach rechts steigt, gewinnt.",
  brief: {
    goal: [
      "Die sieben Zahlen deines Zuges fallen am Anfang von links nach rechts.",
      "Dreh das um: Der erste Zug, der von links nach rechts steigt, gewinnt.",
    ],
    turn: [
      "Tu eins von beidem.",
      "Zieh einen Wagen und leg ihn an die Stelle eines deiner Wagen. Der alte kommt in die Auslage.",
      "Oder nutze eine offene Karte: Sie tauscht oder verschiebt Wagen, lässt alle einen ersetzen oder sichert einen deiner Wagen.",
      "Zwei offene Karten mit derselben Fähigkeit heben sich auf.",
    ],
    end: [
      "Sobald ein Zug steigt, ist das Spiel zu Ende, auch im Spielzug eines anderen.",
      "Wem er gehört, der gewinnt. Punkte gibt es nicht.",
    ],
  },
  sections: [
    {
      title: "Aufbau",
      items: [
        {
          rule: "G1",
          text: "Die 84 Wagen werden gemischt. Alle bekommen sieben und stellen sie fallend auf: die höchste Nummer an die Lokomotive. Die Lokomotive steht nur für das linke Ende; sie ist kein Wagen und zählt nie mit. Ein Tisch mit einer geladenen Datei kann andere Wagen haben.",
        },
        {
          rule: "G2",
          text: "Wer beginnt, wird ausgelost, außer der Tisch hat einen Platz bestimmt. Gespielt wird im Uhrzeigersinn.",
        },
        {
          rule: "G3",
          text: "Der Reihe nach werden 1, 2, 3 und 4 Wagen gezogen und heimlich angesehen. Erst wenn alle gezogen haben, wird gewählt.",
        },
        {
          rule: "G4",
          text: "Der Reihe nach behalten alle einen davon und setzen ihn für einen Wagen des Zuges ein. Der alte Wagen kommt offen in die Auslage, die nicht gewählten kommen verdeckt auf die Ablage.",
        },
        {
          rule: "G5",
          text: "Zwei offene Wagen mit derselben Fähigkeit heben sich auf und kommen auf die Ablage, in der Reihenfolge ihrer Ankunft: Von dreien bleibt der letzte. So liegt von jeder Fähigkeit stets höchstens einer offen.",
        },
      ],
    },
    {
      title: "Wenn du dran bist: eines von beidem",
      items: [
        {
          rule: "G6",
          text: "Ziehen: Nimm den obersten Wagen vom Nachziehstapel, sieh ihn an und setze ihn für einen deiner Wagen ein. Das ist Pflicht. Der alte kommt in die Auslage; dann G5.",
        },
        {
          rule: "G7",
          text: "Nutzen: Wähle eine offene Karte. Sie kommt zuerst auf die Ablage, dann wirkt ihre Fähigkeit (ein Schloss kommt stattdessen unter seinen Wagen). Lässt sich keine offene Karte nutzen, musst du ziehen.",
        },
        {
          rule: "G8",
          text: "Ein gezogener Wagen zählt nur mit seiner Nummer, ein offener nur mit seiner Fähigkeit.",
        },
        {
          rule: "G9",
          text: "Ist die letzte Karte des Nachziehstapels genommen, wird die Ablage sofort gemischt und zum neuen Stapel, auch mitten im Auffüllen der Lücken. Niemand darf die Ablage durchsehen.",
        },
      ],
    },
    {
      title: "Die acht Fähigkeiten",
      items: [
        { rule: "G10", symbol: "swap_adjacent", text: "Tausche zwei benachbarte Wagen deines Zuges." },
        {
          rule: "G11",
          symbol: "swap_over_one",
          text: "Tausche zwei deiner Wagen, zwischen denen genau ein Wagen steht. Der bleibt, wo er ist.",
        },
        {
          rule: "G12",
          symbol: "move_right_2",
          text: "Schiebe einen deiner Wagen genau zwei Plätze nach rechts; die beiden überholten rücken einen Platz nach links.",
        },
        {
          rule: "G13",
          symbol: "move_left_2",
          text: "Schiebe einen deiner Wagen genau zwei Plätze nach links; die beiden überholten rücken einen Platz nach rechts.",
        },
        {
          rule: "G14",
          symbol: "remove_left",
          text: "Alle, auch du, entfernen den Wagen ganz links (Platz 1), außer er ist geschützt.",
        },
        {
          rule: "G15",
          symbol: "remove_middle",
          text: "Alle entfernen den Wagen in der Mitte (Platz 4), außer er ist geschützt.",
        },
        {
          rule: "G16",
          symbol: "remove_right",
          text: "Alle entfernen den Wagen ganz rechts (Platz 7), außer er ist geschützt. Für alle drei gilt: Entfernte Wagen kommen in die Auslage, Paare heben sich auf (G5), und erst dann ziehen alle mit einer Lücke einen neuen Wagen hinein, und zwar zuerst, wer dran ist, dann im Uhrzeigersinn.",
        },
        {
          rule: "G17",
          text: "Sobald eine Lücke gefüllt ist, wird dieser Zug geprüft: Steigt er, gewinnt, wem er gehört, sofort, und niemand zieht mehr. Ein Zug mit einer Lücke kann nicht gewinnen.",
        },
        {
          rule: "G18",
          symbol: "protect",
          text: "Lege die Karte unter deinen Wagen auf Platz 1, 4 oder 7: Er kann durch G14 bis G16 nicht entfernt werden. Jeder Wagen trägt höchstens ein Schloss; mehrere Wagen dürfen geschützt sein. Sind alle drei Plätze geschützt, lässt sich die Karte nicht nutzen.",
        },
        {
          rule: "G19",
          text: "Ein Schloss geht verloren, und seine Karte kommt auf die Ablage, wenn sein Wagen ersetzt, getauscht oder verschoben wird oder rückt, weil du einen anderen an ihm vorbeischiebst. Ein Wagen, der zwischen zwei getauschten stehen bleibt, behält es.",
        },
        {
          rule: "G20",
          text: "Eine Fähigkeit darf auch genutzt werden, wenn sie nichts ändert, weil alle Wagen geschützt sind, die sie entfernen würde.",
        },
      ],
    },
    {
      title: "Das Ende",
      items: [
        {
          rule: "G21",
          text: "Das Spiel endet in dem Augenblick, in dem ein Zug aus sieben Wagen von links nach rechts steigt. Wem er gehört, der gewinnt, auch wenn gerade jemand anderes dran ist.",
        },
        {
          rule: "G22",
          text: "Hat der Tisch eine Höchstzahl an Spielzügen und bis dahin niemand gewonnen, endet das Spiel unentschieden.",
        },
      ],
    },
  ],
};
