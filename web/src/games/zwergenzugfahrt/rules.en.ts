import type { RulesText } from "../types";

export const rules: RulesText = {
  intro:
    "For 2: clan Red and clan Green, each with five dwarves and five “reserved” signs. Both want the sixteen seats of the same train. Whoever holds ten of them wins.",
  brief: {
    goal: [
      "Both clans want the same sixteen seats of the train.",
      "A seat is yours if your dwarf sits there or your sign is there. Ten seats win at once.",
    ],
    turn: [
      "Do exactly one thing: move a dwarf to a neighbouring space, reserve a seat beside one of your dwarves, take a rival sign away, or kick a rival dwarf home.",
      "A dwarf on a seat is safe. Nobody may enter a seat with a sign on it.",
      "A kick costs your clan turns, and more each time.",
      "After every seventh turn the conductor tosses the coin, and one clan loses a sign.",
    ],
    end: [
      "Ten seats end the game at once.",
      "Otherwise it ends after the turns or the time the table agreed on, and whoever has more seats wins.",
    ],
  },
  sections: [
    {
      title: "The station",
      items: [
        {
          rule: "Z1",
          text: "Spaces are neighbours sideways and up and down, never diagonally, unless there is a wall between them. Walls separate every seat from the platform beside it; the doors are open on both sides.",
        },
        {
          rule: "Z2",
          text: "Home spaces may be entered only by their own clan. Every board has sixteen seats and five home spaces per clan; the table chooses between the station, a small one and a long one. A table that plays with a loaded file may have other boards, and other numbers than the ones given here.",
        },
      ],
    },
    {
      title: "Your turn: do exactly one of these things",
      items: [
        {
          rule: "Z3",
          text: "All dwarves begin at home, all signs in stock. The clan that goes first is chosen at random, unless the table names one. The clans take turns. A turn is exactly one action from Z4 to Z8, and a clan that can act must act, even if that means leaving a good seat.",
        },
        {
          rule: "Z4",
          symbol: "walk",
          text: "Move: one of your dwarves goes to a neighbouring space with neither a dwarf nor a sign on it.",
        },
        {
          rule: "Z5",
          symbol: "sit",
          text: "Sit: a move to an empty seat takes that seat. A dwarf on a seat is safe and cannot be kicked. It may get up again later.",
        },
        {
          rule: "Z6",
          symbol: "reserve",
          text: "Reserve: put one of your signs from stock on an empty seat beside one of your dwarves. You only choose the seat; it does not matter which dwarf stands beside it.",
        },
        {
          rule: "Z7",
          symbol: "take",
          text: "Take away: remove a rival sign from a seat beside one of your dwarves. It goes back to its owner’s stock. Each clan may do this at most five times a game.",
        },
        {
          rule: "Z8",
          symbol: "kick",
          text: "Kick: your dwarf moves to a neighbouring space, neither seat nor home, on which a rival dwarf stands. The rival dwarf flies back to its clan’s leftmost free home space. Your clan then misses turns: 1 for its first kick, 2 for each of the second to fifth, 3 for every later one.",
        },
        {
          rule: "Z9",
          symbol: "wait",
          text: "Missed turns: when a clan that owes turns would be next, it owes one turn less and the other clan plays again. Both may owe turns at the same time.",
        },
        {
          rule: "Z10",
          text: "A clan that can do nothing at all passes. If both clans are blocked one after the other, the game ends, and whoever has more seats wins.",
        },
        {
          rule: "Z11",
          text: "Nobody may enter a seat with a sign on it, not even the clan that put it there.",
        },
      ],
    },
    {
      title: "The conductor",
      items: [
        {
          rule: "Z12",
          symbol: "conductor",
          text: "After every seventh turn taken, the coin is tossed. By our ruling, the turns of both clans are counted together, and missed turns and passes do not count. The clan whose colour shows loses one of its signs on the board, and the rival clan chooses which. The sign goes back to its owner’s stock. If there is no sign of that colour, nothing happens; if there is only one, nobody is asked. By our ruling, the choice is not a turn, and even a clan that owes turns makes it; only then are turns missed. By our ruling, too, a game that was just won or has reached its last turn ends before the toss.",
        },
      ],
    },
    {
      title: "The end",
      items: [
        {
          rule: "Z13",
          text: "A seat counts for a clan if its dwarf sits there or its sign is there. A clan that holds ten seats wins at once, whatever was agreed.",
        },
        {
          rule: "Z14",
          text: "Before the game, the table chooses how else it can end: after a number of turns (60 by our choice, unless the table picks another number; counted for both clans together, or until each has taken that many), after some minutes, or only with ten seats. When the turns or the time run out, whoever has more seats wins, and equal seats are a draw. The time can run out while somebody is thinking; a choice that the conductor is waiting for then lapses.",
        },
        {
          rule: "Z15",
          text: "Even if only ten seats are meant to end the game, it ends after 400 turns at the latest, and whoever has more seats wins.",
        },
      ],
    },
  ],
};
