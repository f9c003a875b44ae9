import type { RulesText } from "../types";

export const rules: RulesText = {
  intro:
    "Für 2: Clan Rot und Clan Grün mit je fünf Zwergen und fünf „Reserviert“-Schildern. Beide wollen die sechzehn Sitze desselben Zuges. Wer zehn davon hat, gewinnt.",
  brief: {
    goal: [
      "Beide Clans wollen dieselben sechzehn Sitze des Zuges.",
      "Ein Sitz gehört dir, wenn dein Zwerg dort sitzt oder dein Schild dort liegt. Zehn Sitze gewinnen sofort.",
    ],
    turn: [
      "Tu genau eins: Zieh einen Zwerg auf ein Nachbarfeld, reserviere einen Sitz neben einem deiner Zwerge, nimm ein fremdes Schild weg oder kicke einen fremden Zwerg nach Hause.",
      "Wer sitzt, ist sicher. Einen Sitz mit Schild darf niemand betreten.",
      "Ein Kick kostet deinen Clan Spielzüge, und jedes Mal mehr.",
      "Nach jedem siebten Spielzug wirft der Schaffner die Münze, und ein Clan verliert ein Schild.",
    ],
    end: [
      "Mit zehn Sitzen ist das Spiel sofort zu Ende.",
      "Sonst endet es nach den vereinbarten Spielzügen oder Minuten, und mehr Sitze gewinnen.",
    ],
  },
  sections: [
    {
      title: "Der Bahnhof",
      items: [
        {
          rule: "Z1",
          text: "Felder sind waagrecht und senkrecht benachbart, nie schräg, und nur, wenn keine Wand dazwischen liegt. Wände trennen jeden Sitz vom Bahnsteig daneben; die Türen sind nach beiden Seiten offen.",
        },
        {
          rule: "Z2",
          text: "Startfelder darf nur der eigene Clan betreten. Jeder Plan hat sechzehn Sitze und je Clan fünf Startfelder; der Tisch wählt zwischen dem Bahnhof, einem kleinen und einem langen Plan. Ein Tisch mit einer geladenen Datei kann andere Pläne und andere Zahlen haben als die, die hier stehen.",
        },
      ],
    },
    {
      title: "Wenn du dran bist: genau eines davon",
      items: [
        {
          rule: "Z3",
          text: "Alle Zwerge beginnen auf ihren Startfeldern, alle Schilder im Vorrat. Wer beginnt, wird ausgelost, außer der Tisch hat einen Clan bestimmt. Die Clans wechseln sich ab. Ein Spielzug ist genau eine Handlung von Z4 bis Z8, und wer etwas tun kann, muss es auch, selbst wenn er dafür einen guten Sitz aufgibt.",
        },
        {
          rule: "Z4",
          symbol: "walk",
          text: "Gehen: Einer deiner Zwerge geht auf ein benachbartes Feld, auf dem weder ein Zwerg noch ein Schild ist.",
        },
        {
          rule: "Z5",
          symbol: "sit",
          text: "Hinsetzen: Wer auf einen leeren Sitz geht, besetzt ihn. Auf einem Sitz ist ein Zwerg sicher und kann nicht gekickt werden. Er darf später wieder aufstehen.",
        },
        {
          rule: "Z6",
          symbol: "reserve",
          text: "Reservieren: Leg ein Schild aus deinem Vorrat auf einen leeren Sitz neben einem deiner Zwerge. Du nennst nur den Sitz, gleich welcher Zwerg daneben steht.",
        },
        {
          rule: "Z7",
          symbol: "take",
          text: "Wegnehmen: Nimm ein fremdes Schild von einem Sitz neben einem deiner Zwerge. Es geht in den Vorrat seines Clans zurück. Das darf jeder Clan höchstens fünfmal im Spiel.",
        },
        {
          rule: "Z8",
          symbol: "kick",
          text: "Kicken: Dein Zwerg geht auf ein benachbartes Feld, weder Sitz noch Startfeld, auf dem ein fremder Zwerg steht. Der fliegt auf das am weitesten links liegende freie Startfeld zurück. Dafür setzt dein Clan aus: 1 Spielzug beim ersten Mal, je 2 beim zweiten bis fünften, 3 bei jedem weiteren.",
        },
        {
          rule: "Z9",
          symbol: "wait",
          text: "Aussetzen: Käme ein Clan an die Reihe, der noch aussetzen muss, so muss er einmal weniger aussetzen, und der andere ist wieder dran. Beide können gleichzeitig aussetzen müssen.",
        },
        {
          rule: "Z10",
          text: "Ein Clan, der gar nichts tun kann, passt. Sind beide nacheinander blockiert, endet das Spiel, und mehr Sitze gewinnen.",
        },
        {
          rule: "Z11",
          text: "Einen Sitz mit einem Schild darf niemand betreten, auch nicht der Clan, der es hingelegt hat.",
        },
      ],
    },
    {
      title: "Der Schaffner",
      items: [
        {
          rule: "Z12",
          symbol: "conductor",
          text: "Nach jedem siebten ausgeführten Spielzug fällt die Münze. Nach unserer Auslegung zählen beide Clans zusammen, Aussetzen und Passen aber nicht. Der Clan, dessen Farbe sie zeigt, verliert eines seiner Schilder auf dem Plan, und der andere Clan bestimmt, welches. Es geht in den Vorrat seines Clans zurück. Liegt kein Schild dieser Farbe, geschieht nichts; liegt nur eines, wird niemand gefragt. Nach unserer Auslegung ist diese Wahl kein Spielzug, und auch ein Clan, der aussetzen muss, trifft sie; ausgesetzt wird erst danach. Ebenfalls unsere Auslegung: Ein Spiel, das eben gewonnen ist oder seinen letzten Spielzug erreicht hat, endet vor dem Münzwurf.",
        },
      ],
    },
    {
      title: "Das Ende",
      items: [
        {
          rule: "Z13",
          text: "Ein Sitz zählt für einen Clan, wenn sein Zwerg dort sitzt oder sein Schild dort liegt. Wer zehn Sitze hat, gewinnt sofort, was auch immer vereinbart war.",
        },
        {
          rule: "Z14",
          text: "Vor dem Spiel wählt der Tisch, wie es sonst endet: nach einer Zahl von Spielzügen (60, wenn der Tisch nichts anderes wählt: Die Zahl ist unsere Wahl; beider Clans zusammen, oder bis jeder so viele hatte), nach einigen Minuten oder nur durch zehn Sitze. Sind die Spielzüge oder die Zeit um, gewinnen mehr Sitze; gleich viele sind ein Unentschieden. Die Zeit kann ablaufen, während jemand überlegt; eine Wahl, auf die der Schaffner wartet, verfällt dann.",
        },
        {
          rule: "Z15",
          text: "Sollen nur zehn Sitze das Spiel beenden, so ist nach 400 Spielzügen trotzdem Schluss, und mehr Sitze gewinnen: Kein Spiel ist endlos.",
        },
      ],
    },
  ],
};
