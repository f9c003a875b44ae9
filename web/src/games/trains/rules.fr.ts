import type { RulesText } from "../types";

export const rules: RulesText = {
  intro:
    "2 à 4 joueurs. Avec des cartes, chacun étend son réseau et, en même temps, son paquet de cartes. Villes avec gares, lieux éloignés et bâtiments donnent des points ; le plus grand total l’emporte.",
  brief: {
    goal: [
      "Composez un paquet de cartes et, grâce à lui, un réseau de rails. Le plus de points gagne.",
      "Les points viennent des villes avec gares, des lieux éloignés et des cartes Victoire.",
    ],
    turn: [
      "Jouez des cartes de votre main : les trains donnent de l’argent, d’autres posent des rails, construisent des gares ou aident à leur façon.",
      "Dépensez l’argent en rails et en nouvelles cartes pour votre paquet.",
      "Là où d’autres ont des rails, vous payez plus et recevez de la Ferraille, qui encombre votre main.",
      "Si vous n’avez encore rien fait, vous pouvez passer et rendre toute la Ferraille de votre main.",
      "Ensuite tout va à votre défausse, et vous piochez cinq cartes.",
    ],
    end: [
      "La partie finit après un tour où quatre piles sont vides, où quelqu’un a posé tous ses rails ou où la dernière gare est construite.",
      "Chaque rail dans une ville rapporte alors 0, 2, 4 ou 8 points, selon le nombre de gares.",
    ],
  },
  sections: [
    {
      title: "Préparation",
      items: [
        {
          rule: "T1",
          text: "On joue sur Tokyo ou Osaka. La réserve a toujours huit piles fixes (plus il y a de joueurs, moins il y a de Poses de rails et de Gares), et huit sortes parmi trente autres, de 10 cartes chacune. Dans une partie normale, elles sont tirées au sort ; si la table ne dit rien, c’est la liste du plateau pour les premières parties. Une autre liste ou un choix libre sont possibles aussi.",
        },
        {
          rule: "T2",
          text: "Chacun commence avec sept Trains omnibus, deux Poses de rails et une Gare, mélangés, et pioche cinq cartes. Le premier est tiré au sort, sauf si la table nomme une place.",
        },
        {
          rule: "T3",
          text: "Tour à tour, chacun pose gratuitement un rail sur une case vide, ni mer ni lieu éloigné.",
        },
      ],
    },
    {
      title: "Un tour",
      items: [
        {
          rule: "T4",
          text: "À votre tour, vous jouez et achetez des cartes, autant et dans l’ordre que vous voulez. Chacune est finie avant la suivante.",
        },
        {
          rule: "T5",
          symbol: "action",
          text: "Jouer : la carte donne son argent. Sa capacité s’utilise en entier ou pas du tout ; si une partie est impossible, on ne peut pas l’utiliser. Deux excuses : une pile de Ferraille vide, et piocher quand il reste trop peu de cartes. Selon notre lecture, la Décharge sans Ferraille en main et l’Atelier de maintenance devant une pile vide s’utilisent aussi : ils ne font alors rien et ne coûtent rien. Ferraille et cartes de victoire ne se jouent pas. Si vous ne voulez pas de la capacité, jouez la carte pour son argent seulement.",
        },
        {
          rule: "T6",
          symbol: "victory",
          text: "Acheter : on paie avec l’argent de ce tour, autant de cartes qu’on peut. La Ferraille ne s’achète pas, ni rien d’une pile vide. Les nouvelles cartes attendent de côté jusqu’au rangement ; une carte de victoire apporte une Ferraille à l’achat.",
        },
        {
          rule: "T7",
          symbol: "waste",
          text: "Qui n’a rien joué ni acheté peut passer et rendre toute la Ferraille de sa main ; c’est tout le tour, puis on range.",
        },
        {
          rule: "T8",
          text: "Rangement : main, cartes jouées et nouvelles vont à la défausse, vous en piochez cinq. La défausse n’est mélangée que si une carte manque et que la pioche est vide. Les défausses sont visibles et tous peuvent savoir quelles cartes vous possédez ; la main et l’ordre de la pioche sont cachés.",
        },
        {
          rule: "T9",
          text: "L’argent non dépensé est perdu.",
        },
      ],
    },
    {
      title: "Rails et gares",
      items: [
        {
          rule: "T10",
          symbol: "rail",
          text: "Un rail se pose à côté d’un des vôtres, pas au-delà d’une barrière, pas en mer, ni là où vous êtes déjà. Les rails des autres ne bloquent pas.",
        },
        {
          rule: "T11",
          text: "Cela coûte : plaine 0, rivière 1, montagne 2, ville 1 plus 1 par gare, lieu éloigné son nombre, et 1 par rail étranger. S’il y a des rails étrangers, vous gagnez une Ferraille.",
        },
        {
          rule: "T12",
          text: "Une carte de rail agit ainsi : d’abord la Ferraille, puis la dispense pour ce tour, puis le rail, qui en profite déjà. Les dispenses s’ajoutent. Elles ne dispensent que d’argent : là où d’autres ont des rails, la Ferraille vient quand même, avec la Voie souterraine aussi. Seule la Coopération l’épargne.",
        },
        {
          rule: "T13",
          symbol: "station",
          text: "Une gare va dans n’importe quelle ville qui a encore de la place ; pas besoin d’y avoir un rail.",
        },
        {
          rule: "T14",
          text: "Ce que fait chaque carte est dit avec elle : survolez-la, pressez longtemps, ou touche « ? ».",
        },
      ],
    },
    {
      title: "Fin et décompte",
      items: [
        {
          rule: "T15",
          text: "Après chaque tour, même si tous n’ont pas joué autant : la partie finit si au moins quatre piles sont épuisées (sans la Ferraille), si quelqu’un a posé tous ses rails, ou si la dernière gare est construite.",
        },
        {
          rule: "T16",
          text: "Points : la piste ; par rail dans une ville à 0/1/2/3 gares 0/2/4/8 ; le nombre de chaque lieu éloigné atteint ; vos cartes de victoire, où qu’elles soient. Égalité : plus de rails sur le plateau, sinon partage.",
        },
        {
          rule: "T17",
          text: "Si la table a une limite de tours, tous les joueurs comptés ensemble, la partie finit au plus tard alors, avec le même décompte.",
        },
      ],
    },
  ],
};
