import type { RulesText } from "../types";

export const rules: RulesText = {
  title: "Trains – Die Bahn kommt!",
  intro:
    "2 to 4 players. With cards everyone builds a network of rails and, at the same time, a deck of cards. Cities with stations, remote locations and buildings give points; most points at the end win.",
  brief: {
    goal: [
      "Build a deck of cards and, with it, a network of rails. The most points win.",
      "Points come from cities with stations, remote locations and victory cards.",
    ],
    turn: [
      "Play cards from your hand: trains give money, other cards lay rails, build stations or help in their own way.",
      "Spend the money on rails and on new cards for your deck.",
      "Where other players’ rails lie you pay more and gain Waste, which clogs your hand.",
      "If you have done nothing yet, you may pass and return all Waste in your hand.",
      "Then everything goes to your discards, and you draw five cards.",
    ],
    end: [
      "The game ends after a turn in which four piles are empty, somebody’s rails are all laid, or the last station is built.",
      "Then rails in cities count 0, 2, 4 or 8 points each, by the number of stations there.",
    ],
  },
  sections: [
    {
      title: "Getting ready",
      items: [
        {
          rule: "T1",
          text: "The board is Tokyo or Osaka. The supply always has eight fixed piles (the more players, the fewer Lay Rails and Station Expansions), and eight of thirty more kinds with 10 cards each. In a normal game they are drawn by lot; unless the table says otherwise it plays the board’s list for first games. They can also be another list, or chosen.",
        },
        {
          rule: "T2",
          text: "Everyone starts with seven Normal Trains, two Lay Rails and one Station Expansion, shuffled, and draws five cards. Who begins is drawn by lot, unless the table names a seat.",
        },
        {
          rule: "T3",
          text: "In turn order everyone puts one rail, free of charge, on an empty space that is neither sea nor a remote location.",
        },
      ],
    },
    {
      title: "A turn",
      items: [
        {
          rule: "T4",
          text: "In your turn you play and buy cards, as many as you like and in any order. Each is finished before the next begins.",
        },
        {
          rule: "T5",
          symbol: "action",
          text: "Play: the card gives its money. Its ability is used as a whole or not at all; if a part cannot be done, it cannot be used. Two things are excused: an empty Waste pile, and drawing when too few cards are left. Waste and victory cards cannot be played. If you do not want the ability, you may play the card for its money only.",
        },
        {
          rule: "T6",
          symbol: "victory",
          text: "Buy: you pay with the money of this turn, as many cards as you can pay. Waste cannot be bought, nor a card from an empty pile. New cards lie aside until clean-up; victory cards bring a Waste when bought.",
        },
        {
          rule: "T7",
          symbol: "waste",
          text: "Who has played and bought nothing may instead pass and return all Waste in hand; that is the whole turn, then comes clean-up.",
        },
        {
          rule: "T8",
          text: "Clean-up: hand, played and new cards go to your discards, and you draw five. The discards are shuffled only when a card is needed and the draw pile is empty. Discards lie open, and everybody may know which cards you own; your hand and the order of the draw pile are hidden.",
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
          text: "A rail goes next to one of your own, not across a barrier, not into the sea, and not where you already are. Other players’ rails do not block.",
        },
        {
          rule: "T11",
          text: "It costs money: plain 0, river 1, mountain 2, city 1 and 1 for each station there, remote location its number, and 1 for each foreign rail. If foreign rails lie there you gain a Waste.",
        },
        {
          rule: "T12",
          text: "A rail card works like this: first the Waste, then what it waives for the turn, then the rail, which already profits. Different waivers add up. They waive money only: where foreign rails lie the Waste still comes, with Subway Excavation too. Only Collaboration spares it.",
        },
        {
          rule: "T13",
          symbol: "station",
          text: "A station goes to any city that still has a free house; you need no rail there.",
        },
        {
          rule: "T14",
          text: "What each card does is told with it: point at it, press long, or press “?”.",
        },
      ],
    },
    {
      title: "End and scoring",
      items: [
        {
          rule: "T15",
          text: "After each turn it is checked, and not everybody needs to have had equally many: the game ends when at least four piles are empty (Waste does not count), when somebody has laid all rails, or when the last station is built.",
        },
        {
          rule: "T16",
          text: "Points: the track; for each own rail in a city with 0/1/2/3 stations 0/2/4/8; the number of each remote location with an own rail; your victory cards, wherever they are. Ties: more rails on the board, otherwise shared.",
        },
        {
          rule: "T17",
          text: "If the table has a turn limit, the game ends after that many turns of all players together at the latest and is scored in the same way.",
        },
      ],
    },
  ],
};
