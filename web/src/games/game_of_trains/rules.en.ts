import type { RulesText } from "../types";

export const rules: RulesText = {
  intro:
    "2 to 4 players. Everyone starts with a train of seven cars, numbered from high to low. The first player to get their train into ascending order wins.",
  brief: {
    goal: [
      "Your train starts with its seven numbers going down from left to right.",
      "Turn it around: the first train whose numbers go up from left to right wins.",
    ],
    turn: [
      "Do one of two things.",
      "Draw a car and replace one of yours with it. The old one goes to the face-up row.",
      "Or use a face-up card: it lets you swap or move cars, makes everyone replace one, or locks one of yours.",
      "Two face-up cards with the same ability cancel each other.",
    ],
    end: [
      "The game ends the moment a train is in ascending order, even on another player’s turn.",
      "Its owner wins. There are no points.",
    ],
  },
  sections: [
    {
      title: "Getting ready",
      items: [
        {
          rule: "G1",
          text: "The 84 cars are shuffled. Everyone gets seven and puts them in descending order, the highest next to the locomotive. The locomotive marks the left end; it isn’t a car and never counts. A table that plays with a loaded file may have other cars.",
        },
        {
          rule: "G2",
          text: "The first player is chosen at random, unless the table named a seat. Play goes clockwise.",
        },
        {
          rule: "G3",
          text: "In turn order, the players draw 1, 2, 3 and 4 cars and look at them in secret. All draw before anyone chooses.",
        },
        {
          rule: "G4",
          text: "In turn order, everyone keeps one of them and replaces a car of their train with it. The old car goes face up to the face-up row; the cars not chosen go face down to the discards.",
        },
        {
          rule: "G5",
          text: "Two face-up cars with the same ability cancel each other and are discarded, in order of arrival; of three, the latest stays. So there is never more than one face-up car with each ability.",
        },
      ],
    },
    {
      title: "Your turn: do one of two things",
      items: [
        {
          rule: "G6",
          text: "Draw: take the top car of the draw pile, look at it, and replace one of your cars with it. You must do so. The old car goes to the face-up row; then G5 applies.",
        },
        {
          rule: "G7",
          text: "Use: choose a face-up card. It is discarded first, then its ability is carried out (a padlock goes under its car instead). If no face-up card can be used, you must draw.",
        },
        {
          rule: "G8",
          text: "A car you draw counts only for its number, a face-up one only for its ability.",
        },
        {
          rule: "G9",
          text: "When the last card of the draw pile has been taken, the discards are shuffled at once and become the new pile, even while gaps are being filled. Nobody may look through the discards.",
        },
      ],
    },
    {
      title: "The eight abilities",
      items: [
        { rule: "G10", symbol: "swap_adjacent", text: "Swap two neighbouring cars in your train." },
        {
          rule: "G11",
          symbol: "swap_over_one",
          text: "Swap two of your cars that have exactly one car between them. That car stays where it is.",
        },
        {
          rule: "G12",
          symbol: "move_right_2",
          text: "Move one of your cars exactly two positions to the right; the two it passes slide one position left.",
        },
        {
          rule: "G13",
          symbol: "move_left_2",
          text: "Move one of your cars exactly two positions to the left; the two it passes slide one position right.",
        },
        {
          rule: "G14",
          symbol: "remove_left",
          text: "Everybody, including you, removes the leftmost car (position 1), unless it is protected.",
        },
        {
          rule: "G15",
          symbol: "remove_middle",
          text: "Everybody removes the car in the middle (position 4), unless it is protected.",
        },
        {
          rule: "G16",
          symbol: "remove_right",
          text: "Everybody removes the rightmost car (position 7), unless it is protected. For all three: removed cars go to the face-up row, pairs cancel (G5), and only then does everyone with a gap draw a new car into it, beginning with the player whose turn it is.",
        },
        {
          rule: "G17",
          text: "After each of these draws, that train is checked: if it is in ascending order, its owner wins at once and nobody else draws. A train with a gap cannot win.",
        },
        {
          rule: "G18",
          symbol: "protect",
          text: "Slide the card under your car at position 1, 4 or 7: it cannot be removed by G14 to G16. Each car carries at most one padlock; you may protect several cars. With all three positions protected the card cannot be used.",
        },
        {
          rule: "G19",
          text: "A padlock is lost, and its card discarded, when its car is replaced, swapped or moved, or slides because you move another car past it. A car that stays put between two swapped ones keeps its padlock.",
        },
        {
          rule: "G20",
          text: "You may use an ability even if it changes nothing because every car it would remove is protected.",
        },
      ],
    },
    {
      title: "The end",
      items: [
        {
          rule: "G21",
          text: "The game ends the moment all seven cars of a train are in ascending order. Its owner wins, even on another player’s turn.",
        },
        {
          rule: "G22",
          text: "If the table has a turn limit and nobody has won by then, the game is a draw.",
        },
      ],
    },
  ],
};
