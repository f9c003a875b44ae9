import type { RulesText } from "../types";

export const rules: RulesText = {
  intro:
    "Für 3 bis 7 Zombies auf einem Zug, der vorne wächst und hinten auseinanderfällt. Wer das klügste Gehirn im Kopf hat, wenn der Zug steht, gewinnt. Die gedruckten Karten und Wagen sind nicht öffentlich: Dieser Satz ist unser eigener.",
  brief: {
    goal: [
      "Du bist ein Zombie auf einem Zug, der nicht anhält, und willst am Ende das klügste Gehirn im Kopf haben.",
      "Gehirne sind Karten. Ihr IQ zählt nur im Kopf, nie auf der Hand.",
    ],
    turn: [
      "Würfle und geh höchstens so viele Schritte. Handkarten bringen dich weiter.",
      "Wo du stehen bleibst, kannst du ein Gehirn nehmen, angreifen, wer dort steht, oder die Bremse ziehen.",
      "Wer vorn aus der Tür tritt, hängt einen Wagen an.",
      "Einmal im Spielzug darfst du eine Handkarte in den Kopf setzen und ihre Kosten in Erfahrung bezahlen.",
      "Hast du einen Wagen angehängt, wird die Kupplung geprüft: Die letzten Wagen können abreißen.",
    ],
    end: [
      "Wer auf der Bremse der Lok stehen bleibt, verliert den letzten Wagen. Ist die Lok allein, steht der Zug.",
      "Der höchste IQ im Kopf gewinnt. Hat niemand einen, verlieren alle.",
    ],
  },
  sections: [
    {
      title: "Karten, Wagen und Beginn",
      items: [
        {
          rule: "B1",
          symbol: "brain",
          text: "55 Gehirnkarten: jede mit Kosten, Schlagwert, Laufwert und IQ, manche mit einer Fähigkeit, die im Kopf wirkt. Zwölf davon sind Regierungskäse mit IQ 0. Neun weitere bringt das Bonuspaket.",
        },
        {
          rule: "B2",
          text: "Acht Wagenteile mit zwei Seiten, je sechs Felder lang und drei breit, mit Türen in der Mitte beider Enden. Ein Teil ist auf der einen Seite der Dienstwagen, auf der anderen die Lokomotive.",
        },
        {
          rule: "B3",
          text: "Wer die Schachtel besitzt, kann deren Karten und Wagen in eine Datei schreiben und damit spielen; eine Datei, die nicht passt, wird mit Begründung abgelehnt.",
        },
        {
          rule: "B4",
          text: "Alle bekommen eine Karte; nach unserer Auslegung wird nur ausgelost, wer beginnt, außer der Tisch hat einen Platz bestimmt; die anderen folgen in der Reihenfolge der Plätze. Der Zug besteht aus dem Dienstwagen und einem Wagen davor; die Zombies stehen in Spielreihenfolge auf den Startfeldern des Dienstwagens. Jedes Gehirnfeld bekommt einen Marker, auch auf späteren Wagen.",
        },
      ],
    },
    {
      title: "Wenn du dran bist",
      items: [
        { rule: "B5", symbol: "discard", text: "Wirf zuerst beliebig viele Handkarten ab." },
        {
          rule: "B6",
          symbol: "die",
          text: "Dann wirf zwei Würfel; mit leerem Kopf einen weniger je Handkarte, aber nie weniger als keinen. Die Würfel und der Laufwert des Gehirns im Kopf sind deine Schritte. Nach dem Wurf, auch unterwegs, darfst du Handkarten für ihren Laufwert verheizen; die Zahl der Würfel ändert das nicht.",
        },
        {
          rule: "B7",
          symbol: "run",
          text: "Geh höchstens so viele Schritte, nie schräg und nicht durch Wände; stehen bleiben und hin und her gehen ist erlaubt. Felder darf man teilen und überqueren. Von Wagen zu Wagen führen die Türen; hinten verlässt niemand den Zug.",
        },
        {
          rule: "B8",
          symbol: "door",
          text: "Ein Schritt aus der vordersten Tür hängt einen ausgelosten Wagen an, und dort geht es mit dem Rest weiter. Ist es das Teil mit dem Dienstwagen, kommt die Lokomotive, und danach kein Wagen mehr. Ist kein Teil mehr übrig, bleibt die Tür zu.",
        },
        {
          rule: "B9",
          text: "Nur wo dein Weg endet, geschieht etwas, in dieser Reihenfolge: Bremse, Gehirn, Kampf. Gekämpft wird höchstens einmal je Spielzug.",
        },
        {
          rule: "B10",
          symbol: "point",
          text: "Ein Gehirnmarker bringt einen Punkt Erfahrung und eine Karte. Ist der Stapel leer, wird die Ablage gemischt.",
        },
      ],
    },
    {
      title: "Kämpfe",
      items: [
        {
          rule: "B11",
          symbol: "fight",
          text: "Stehen andere auf deinem Feld, darfst du angreifen, und zwar alle auf einmal; nach unserer Auslegung auch, wenn du stehen geblieben bist. Alle werfen zwei Würfel, mit leerem Kopf einen weniger je Handkarte, und zählen den Schlagwert des Kopfes dazu. Dann spielt, links vom Angreifer beginnend und der Angreifer zuletzt, jeder reihum eine Karte für ihren Schlagwert oder passt, bis alle nacheinander gepasst haben.",
        },
        {
          rule: "B12",
          text: "Die höchste Summe gewinnt. Jeder Gleichstand an der Spitze geht an den Angreifer, auch wenn er gar nicht beteiligt ist.",
        },
        { rule: "B13", symbol: "point", text: "Wer verliert, bekommt einen Punkt Erfahrung." },
        {
          rule: "B14",
          symbol: "hand",
          text: "Wer gewinnt, sieht die Hände aller Kämpfenden und verfügt über alle ihre Gehirne in Hand und Kopf, auch die eigenen: Jedes bleibt, wird abgeworfen oder geht auf die Hand von irgendwem im Kampf, jedes nur einmal. Sonst sieht niemand die Hände, und über der Handgrenze darf am Ende nur sein, wer dran ist. Eine Option erlaubt auch den Weg von Kopf zu leerem Kopf.",
        },
      ],
    },
    {
      title: "Das Ende des Spielzugs",
      items: [
        {
          rule: "B15",
          text: "Zwei Handkarten sind die Grenze. Nur wer dran ist, darf bis zum Ende des Spielzugs mehr halten. Nach unserer Auslegung wirft er auch erst dann ab, was zu viel ist. Wer sonst das Gehirn verliert, das eine dritte Karte erlaubte, wirft sofort auf zwei ab.",
        },
        {
          rule: "B16",
          symbol: "install",
          text: "Einmal je Spielzug darfst du eine Karte einsetzen: Kosten in Erfahrung zahlen, das alte Gehirn abwerfen, das neue in den Kopf.",
        },
        {
          rule: "B17",
          symbol: "coupling",
          text: "Hast du einen Wagen angehängt, wird zuletzt die Kupplung geprüft: Ein Würfel unter der Zahl der Wagen kostet den letzten, und es wird noch einmal gewürfelt. Wer dort stand, läuft hinter dem Zug, verliert die Hand, behält Punkte und Kopf. Ein verlorener Dienstwagen kann als Lokomotive wiederkommen; jeder andere verlorene Wagen ist aus dem Spiel.",
        },
        {
          rule: "B18",
          symbol: "brake",
          text: "Wer auf einem Bremsfeld der Lokomotive endet oder stehen bleibt, trennt sofort den letzten Wagen ab. Ist die Lokomotive allein, steht der Zug, und das Spiel ist aus.",
        },
        {
          rule: "B19",
          text: "Hinter dem Zug kämpft niemand, und niemand kann dorthin gehen. Bist du wieder dran, musst du mindestens einen Schritt gehen, auf den letzten Wagen.",
        },
      ],
    },
    {
      title: "Gewinnen",
      items: [
        {
          rule: "B20",
          text: "Der höchste IQ im Kopf gewinnt, gleich hohe teilen. Käse zählt nichts; haben alle nichts, verlieren alle.",
        },
        {
          rule: "B21",
          text: "Optionen: das Bonuspaket; verlorene Wagen kommen zurück; ein längerer erster Zug; eine späte Lokomotive (so viele Runden nach dem Verlust des Dienstwagens); ein Käse für alle zu Beginn, nach unserer Auslegung im Kopf; Beute in Köpfe; wer beginnt; eine Höchstzahl an Spielzügen, nach der gewertet wird.",
        },
      ],
    },
  ],
};
