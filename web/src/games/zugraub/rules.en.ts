import type { RulesText } from "../types";

export const rules: RulesText = {
  title: "The Great Brain Robbery",
  intro:
    "For 3 to 7 zombies on a train that grows in front and falls apart behind. Whoever has the cleverest brain in the head when the train stands still wins. The printed cards and cars are not public: this set is our own.",
  brief: {
    goal: [
      "You are a zombie on a runaway train, and you want the cleverest brain in your head when it stops.",
      "Brains are cards. Their IQ counts only in your head, never in your hand.",
    ],
    turn: [
      "Roll the dice and walk up to that many steps. Cards from your hand can take you further.",
      "Where your move ends you may pick up a brain, attack whoever stands there, or pull the brake.",
      "Walking out of the front door adds a car to the train.",
      "Once a turn you may put a card from your hand into your head and pay its cost in experience.",
      "If you added a car, the coupling is tested, and the last cars may break off.",
    ],
    end: [
      "Whoever stops on the brake of the Engine loses the last car. When the Engine is alone, the train stands still.",
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
          text: "55 brain cards: each has a cost, a hit value, a run value and an IQ, some an ability that works in the head. Twelve of them are government cheese with IQ 0. Nine more cards come with the bonus pack.",
        },
        {
          rule: "B2",
          text: "Eight car pieces with two sides, each six spaces long and three wide, with doors in the middle of both ends. One piece is the Caboose on one side and the Engine on the other.",
        },
        {
          rule: "B3",
          text: "Whoever owns the box can write its cards and cars into a file and play with that instead; a file that does not fit is refused with the reason.",
        },
        {
          rule: "B4",
          text: "Everyone gets one card; who begins is drawn by lot, unless the table named a seat. The train is the Caboose and one car in front of it; the zombies stand on the start spaces of the Caboose in turn order. Every brain space gets a marker, also on cars that come later.",
        },
      ],
    },
    {
      title: "Your turn",
      items: [
        { rule: "B5", symbol: "discard", text: "First discard as many cards of your hand as you like." },
        {
          rule: "B6",
          symbol: "die",
          text: "Then roll two dice; with an empty head one fewer for every card in hand, but never fewer than none. The dice plus the run value of the brain in your head are your steps. After the roll, also on the way, you may burn cards from your hand for their run value; that does not change the number of dice.",
        },
        {
          rule: "B7",
          symbol: "run",
          text: "Walk up to that many steps, never diagonally and not through walls; you may stay, or go to and fro. Spaces may be shared and passed. From car to car the way leads through the doors; nobody leaves the train at the rear.",
        },
        {
          rule: "B8",
          symbol: "door",
          text: "A step out of the foremost front door adds a car, drawn by lot, and you go on there with what is left. If the piece is the Caboose, the Engine comes up, and no car is added after it. With no piece left the front door is shut.",
        },
        {
          rule: "B9",
          text: "Only where your move ends something happens, in this order: brake, brain, fight. There is at most one fight a turn.",
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
          text: "If others stand on your space you may attack, all of them at once; by our ruling also if you have not moved. Everyone rolls two dice, with an empty head one fewer per card in hand, and adds the hit value of the head. Then, from the attacker’s left and ending with the attacker, each in turn plays a card for its hit value or passes, until all have passed in a row.",
        },
        {
          rule: "B12",
          text: "The highest total wins. Any tie for the highest is won by the attacker, even one who is not part of it.",
        },
        { rule: "B13", symbol: "point", text: "Every loser gains one experience point." },
        {
          rule: "B14",
          symbol: "hand",
          text: "The winner sees the hands of all fighters and deals with their brains, in hands and heads, the own ones too: each may stay, be discarded or go to the hand of any fighter, and each moves only once. Nobody else sees the hands, and only the active player may end above the hand limit. An option also lets a brain from a head go into an empty head.",
        },
      ],
    },
    {
      title: "The end of the turn",
      items: [
        {
          rule: "B15",
          text: "Two cards in hand are the limit. Only the active player may hold more, until the end of the turn. Who loses the brain that allowed a third card discards to two at once.",
        },
        {
          rule: "B16",
          symbol: "install",
          text: "You may install one card a turn: pay its cost in experience, discard the old brain, put the new one into your head.",
        },
        {
          rule: "B17",
          symbol: "coupling",
          text: "If you added a car, the coupling is tried at last: a die lower than the number of cars loses the last car, and it is rolled again. Who stood there runs behind the train, loses the hand, keeps points and head. A lost Caboose can come back as the Engine; any other lost car is out of the game.",
        },
        {
          rule: "B18",
          symbol: "brake",
          text: "Ending a move on a brake space of the Engine, or staying there, loses the last car at once. If the Engine is alone, the train stands still and the game is over.",
        },
        {
          rule: "B19",
          text: "Behind the train nobody fights, and nobody can go there. On your next turn you must take at least one step, onto the last car.",
        },
      ],
    },
    {
      title: "Winning",
      items: [
        {
          rule: "B20",
          text: "The highest IQ in a head wins, equal ones share it. Cheese counts nothing; if all have nothing, all lose.",
        },
        {
          rule: "B21",
          text: "Options: the bonus pack; lost cars come back; a longer first train; a late Engine (so many rounds after the Caboose was lost); a cheese in every head at the start; spoils into heads; who begins; a turn limit, after which the game is scored.",
        },
      ],
    },
  ],
};
