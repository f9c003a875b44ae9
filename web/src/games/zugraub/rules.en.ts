import type { RulesText } from "../types";

export const rules: RulesText = {
  intro:
    "For 3 to 7 zombies on a train that grows at the front and falls apart at the rear. Whoever has the cleverest brain in their head when the train stops wins. The printed cards and cars are not public, so this set is our own.",
  brief: {
    goal: [
      "You are a zombie on a runaway train, and you want the cleverest brain in your head when it stops.",
      "Brains are cards. Their IQ counts only in your head, never in your hand.",
    ],
    turn: [
      "Roll the dice and walk up to that many steps. Cards from your hand can take you further.",
      "Where your move ends, you may pick up a brain, attack whoever is there, or pull the brake.",
      "Walking out of the front door adds a car to the train.",
      "Once a turn you may put a card from your hand into your head and pay its cost in experience.",
      "If you added a car, the coupling is tested, and the last cars may break off.",
    ],
    end: [
      "If you stop on a brake of the Engine, the train loses its last car. When only the Engine is left, the train stops.",
      "The highest IQ in a head wins. If nobody has any, everybody loses.",
    ],
  },
  sections: [
    {
      title: "Cards, cars and the start",
      items: [
        {
          rule: "B1",
          symbol: "brain",
          text: "55 brain cards: each has a cost, a hit value, a run value and an IQ, and some have an ability that works in the head. Twelve of them are government cheese with IQ 0. Nine more cards come with the bonus pack.",
        },
        {
          rule: "B2",
          text: "Eight double-sided car pieces, each six spaces long and three wide, with doors in the middle of both ends. One piece is the Caboose on one side and the Engine on the other.",
        },
        {
          rule: "B3",
          text: "If you own the box, you can enter its cards and cars in a file and play with those instead. If something in the file is wrong, you are told what.",
        },
        {
          rule: "B4",
          text: "Everyone gets one card; by our ruling, only the first player is chosen at random, unless the table names one, and the others follow in the order of their seats. The train is the Caboose with one car in front of it; the zombies stand on the start spaces of the Caboose in turn order. Every brain space gets a marker, also on cars that are added later.",
        },
      ],
    },
    {
      title: "Your turn",
      items: [
        { rule: "B5", symbol: "discard", text: "First discard as many cards from your hand as you like." },
        {
          rule: "B6",
          symbol: "die",
          text: "Then roll two dice; with an empty head, one fewer for every card in your hand, down to none. Your steps are the dice plus the run value of the brain in your head. After the roll, even on the way, you may burn cards from your hand for their run value; that does not change the number of dice.",
        },
        {
          rule: "B7",
          symbol: "run",
          text: "Walk up to that many steps, never diagonally and not through walls; you may stay, or go back and forth. You can share spaces and walk through others. Doors lead from car to car; nobody leaves the train at the rear.",
        },
        {
          rule: "B8",
          symbol: "door",
          text: "Stepping out of the front door of the first car adds a random car, and you walk on there with the steps you have left. If the piece is the Caboose, its Engine side comes up, and no car is added after that. When no piece is left, the front door is shut.",
        },
        {
          rule: "B9",
          text: "Something happens only where your move ends, in this order: brake, brain, fight. There is at most one fight per turn.",
        },
        {
          rule: "B10",
          symbol: "point",
          text: "A brain marker gives one experience point and a card. When the pile is used up, the discards are shuffled.",
        },
      ],
    },
    {
      title: "Fights",
      items: [
        {
          rule: "B11",
          symbol: "fight",
          text: "If others are on your space you may attack, all of them at once; by our ruling, even if you have not moved. Everyone rolls two dice, with an empty head one fewer per card in hand, and adds the hit value of the brain in their head. Then, starting on the attacker’s left and ending with the attacker, each in turn plays a card for its hit value or passes, until all have passed in a row.",
        },
        {
          rule: "B12",
          text: "The highest total wins. The attacker wins any tie for the highest total, even one the attacker has no part in.",
        },
        { rule: "B13", symbol: "point", text: "Every loser gains one experience point." },
        {
          rule: "B14",
          symbol: "hand",
          text: "The winner sees the hands of all fighters and decides about their brains, in hands and heads, including the winner’s own: each may stay, be discarded or go to the hand of any fighter, and each moves only once. Nobody else sees the hands, and only the active player may end up above the hand limit. An option also lets a brain from a head go into an empty head.",
        },
      ],
    },
    {
      title: "The end of the turn",
      items: [
        {
          rule: "B15",
          text: "The hand limit is two cards. Only the active player may hold more, until the end of the turn. By our ruling, that is also the only time at which they discard what is too much. Anyone else who loses the brain that allowed a third card discards down to two at once.",
        },
        {
          rule: "B16",
          symbol: "install",
          text: "You may install one card per turn: pay its cost in experience, discard the old brain, and put the new one into your head.",
        },
        {
          rule: "B17",
          symbol: "coupling",
          text: "If you added a car, the coupling is tested last: roll a die, and if it is lower than the number of cars, the last car is lost and the die is rolled again. Anyone in that car ends up running behind the train; they lose their hand but keep their points and the brain in their head. A lost Caboose can come back as the Engine; any other lost car is out of the game.",
        },
        {
          rule: "B18",
          symbol: "brake",
          text: "If you end your move on a brake space of the Engine, or stay there, the train loses its last car at once. When only the Engine is left, the train stops and the game is over.",
        },
        {
          rule: "B19",
          text: "Nobody fights behind the train, and nobody can walk there. On your next turn you must take at least one step, onto the last car.",
        },
      ],
    },
    {
      title: "Winning",
      items: [
        {
          rule: "B20",
          text: "The highest IQ in a head wins; if several are equal, they share the win. Cheese counts for nothing; if nobody has any IQ, everybody loses.",
        },
        {
          rule: "B21",
          text: "Options: the bonus pack; lost cars come back; a longer first train; a late Engine (a number of rounds after the Caboose was lost); a cheese for everyone at the start, by our ruling in the head; spoils into heads; who begins; a turn limit, after which the game is scored.",
        },
      ],
    },
  ],
};
