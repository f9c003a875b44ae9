import type { RulesText } from "../types";

export const rules: RulesText = {
  intro:
    "2 to 4 players. Everyone builds a deck of cards and, with it, a network of rails. Cities with stations, remote locations and buildings give points; whoever has the most points at the end wins.",
  brief: {
    goal: [
      "Build a deck of cards and, with it, a network of rails. Whoever has the most points wins.",
      "Points come from cities with stations, remote locations and victory cards.",
    ],
    turn: [
      "Play cards from your hand: trains give money, other cards lay rails, build stations or help in their own way.",
      "Spend the money on rails and on new cards for your deck.",
      "Where other players have rails, you pay more and gain Waste, which clogs up your hand.",
      "If you have done nothing yet, you may pass and return all Waste in your hand.",
      "Then everything goes to your discards, and you draw five cards.",
    ],
    end: [
      "The game ends after a turn in which the fourth pile runs out, somebody lays their last rail, or the last station is built.",
      "Each rail in a city is then worth 0, 2, 4 or 8 points, depending on the number of stations there.",
    ],
  },
  sections: [
    {
      title: "Getting ready",
      items: [
        {
          rule: "T1",
          text: "The board is Tokyo or Osaka. The supply always has eight fixed piles (the more players, the fewer Lay Rails and Station Expansions), and eight of thirty more kinds with 10 cards each. In a normal game those eight are chosen at random. Unless the table says otherwise, it uses the board’s list for first games. It can also use another list or kinds you choose.",
        },
        {
          rule: "T2",
          text: "Everyone starts with seven Normal Trains, two Lay Rails and one Station Expansion, shuffled, and draws five cards. The first player is chosen at random, unless the table names one.",
        },
        {
          rule: "T3",
          text: "In turn order, everyone puts one rail, free of charge, on an empty space that is neither sea nor a remote location.",
        },
      ],
    },
    {
      title: "A turn",
      items: [
        {
          rule: "T4",
          text: "On your turn you play and buy cards, as many as you like and in any order. Each is finished before the next begins.",
        },
        {
          rule: "T5",
          symbol: "action",
          text: "Play: the card gives its money. Its ability is used as a whole or not at all; if a part of it cannot be done, you cannot use it. There are two exceptions: an empty Waste pile, and drawing when too few cards are left. By our ruling, Landfill without Waste in your hand and Maintenance Factory for an empty pile may be used, too: they do nothing then and cost nothing. Waste and victory cards cannot be played. If you do not want the ability, you may play the card for its money only.",
        },
        {
          rule: "T6",
          symbol: "victory",
          text: "Buy: you pay with this turn’s money, for as many cards as you can afford. Waste cannot be bought, nor can a card from an empty pile. New cards are set aside until clean-up; victory cards bring a Waste when bought.",
        },
        {
          rule: "T7",
          symbol: "waste",
          text: "If you have neither played nor bought a card this turn, you may instead pass and return all Waste in your hand. That is your whole turn; clean-up follows.",
        },
        {
          rule: "T8",
          text: "Clean-up: your hand, played and new cards go to your discards, and you draw five. The discards are shuffled only when a card is needed and the draw pile is empty. Discards are face up, and everybody may know which cards you own; your hand and the order of your draw pile are hidden.",
        },
        {
          rule: "T9",
          text: "Money you do not spend is lost.",
        },
      ],
    },
    {
      title: "Rails and stations",
      items: [
        {
          rule: "T10",
          symbol: "rail",
          text: "A rail goes next to one of your own, not across a barrier, not into the sea, and not where you already have one. Other players’ rails do not block you.",
        },
        {
          rule: "T11",
          text: "It costs money: plain 0, river 1, mountain 2, city 1 plus 1 for each station there, remote location its number, and 1 more for each rail of another player. If other players have rails there, you gain a Waste.",
        },
        {
          rule: "T12",
          text: "A rail card works in this order: first the Waste, then what it waives for the turn, then the rail, which already benefits. Different waivers add up. They only waive money: where other players have rails you still gain the Waste, even with Subway Excavation. Only Collaboration spares you that.",
        },
        {
          rule: "T13",
          symbol: "station",
          text: "A station goes to any city that still has a free house; you do not need a rail there.",
        },
        {
          rule: "T14",
          text: "To see what a card does, point at it, press and hold, or press “?”.",
        },
      ],
    },
    {
      title: "End and scoring",
      items: [
        {
          rule: "T15",
          text: "The end is checked after every turn, even if not everybody has had the same number of turns. The game ends when at least four piles are empty (Waste does not count), when somebody has laid all their rails, or when the last station is built.",
        },
        {
          rule: "T16",
          text: "Points: the track; 0/2/4/8 for each of your rails in a city with 0/1/2/3 stations; the number of each remote location where you have a rail; your victory cards, wherever they are. A tie goes to whoever has more rails on the board; otherwise the win is shared.",
        },
        {
          rule: "T17",
          text: "If the table has a turn limit, the game ends at the latest after that many turns, counting all players’ turns together, and is scored in the same way.",
        },
      ],
    },
  ],
};
