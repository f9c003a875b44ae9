import type { RulesText } from "../types";

export const rules: RulesText = {
  intro:
    "De 2 à 4 joueurs. Chacun a un train de sept wagons numérotés qui descend de gauche à droite. Le premier dont le train monte de gauche à droite gagne.",
  brief: {
    goal: [
      "Au début, les sept nombres de votre train descendent de gauche à droite.",
      "Inversez-les : le premier train qui monte de gauche à droite gagne.",
    ],
    turn: [
      "Faites l’une de deux choses.",
      "Piochez un wagon et posez-le à la place d’un des vôtres. L’ancien rejoint la rangée visible.",
      "Ou utilisez une carte visible : elle échange ou déplace des wagons, en fait remplacer un à chacun, ou verrouille l’un des vôtres.",
      "Deux cartes visibles de même capacité s’annulent.",
    ],
    end: [
      "La partie s’arrête dès qu’un train monte, même pendant le tour d’un autre.",
      "Son propriétaire gagne. Il n’y a pas de points.",
    ],
  },
  sections: [
    {
      title: "Mise en place",
      items: [
        {
          rule: "G1",
          text: "On mélange les 84 wagons. Chacun en reçoit sept et les range en ordre décroissant : le plus grand près de la locomotive. La locomotive marque le bout de gauche ; ce n’est pas un wagon et elle ne compte jamais. Une table avec un fichier chargé peut avoir d’autres wagons.",
        },
        {
          rule: "G2",
          text: "Le premier joueur est tiré au sort, sauf si la table a désigné un joueur. On joue dans le sens horaire.",
        },
        {
          rule: "G3",
          text: "Dans l’ordre du tour, les joueurs piochent 1, 2, 3 et 4 wagons et les regardent en secret. Tous piochent avant que quiconque choisisse.",
        },
        {
          rule: "G4",
          text: "Dans l’ordre du tour, chacun en garde un et le met à la place d’un wagon de son train. L’ancien rejoint la rangée visible, ceux qui ne sont pas gardés vont face cachée à la défausse.",
        },
        {
          rule: "G5",
          text: "Deux wagons visibles de même capacité s’annulent et sont défaussés, dans l’ordre d’arrivée : de trois, le dernier reste. Il y a donc toujours au plus un wagon visible par capacité.",
        },
      ],
    },
    {
      title: "Votre tour : l’un ou l’autre",
      items: [
        {
          rule: "G6",
          text: "Piocher : prenez le premier wagon de la pioche, regardez-le et mettez-le à la place d’un des vôtres. C’est obligatoire. L’ancien va dans la rangée visible ; puis G5.",
        },
        {
          rule: "G7",
          text: "Utiliser : choisissez une carte visible. Elle est d’abord défaussée, puis sa capacité s’applique (un cadenas va plutôt sous son wagon). Si aucune carte visible n’est utilisable, il faut piocher.",
        },
        {
          rule: "G8",
          text: "Un wagon pioché ne compte que par son numéro, un wagon visible que par sa capacité.",
        },
        {
          rule: "G9",
          text: "Dès que la dernière carte de la pioche est prise, la défausse est aussitôt mélangée et devient la nouvelle pioche, même pendant qu’on comble des vides. Personne ne peut fouiller la défausse.",
        },
      ],
    },
    {
      title: "Les huit capacités",
      items: [
        { rule: "G10", symbol: "swap_adjacent", text: "Échangez deux wagons voisins de votre train." },
        {
          rule: "G11",
          symbol: "swap_over_one",
          text: "Échangez deux de vos wagons séparés par exactement un autre. Celui-ci ne bouge pas.",
        },
        {
          rule: "G12",
          symbol: "move_right_2",
          text: "Déplacez un de vos wagons d’exactement deux places vers la droite ; les deux wagons dépassés glissent d’une place vers la gauche.",
        },
        {
          rule: "G13",
          symbol: "move_left_2",
          text: "Déplacez un de vos wagons d’exactement deux places vers la gauche ; les deux wagons dépassés glissent d’une place vers la droite.",
        },
        {
          rule: "G14",
          symbol: "remove_left",
          text: "Tous, vous compris, retirent le wagon le plus à gauche (place 1), sauf s’il est protégé.",
        },
        {
          rule: "G15",
          symbol: "remove_middle",
          text: "Tous retirent le wagon du milieu (place 4), sauf s’il est protégé.",
        },
        {
          rule: "G16",
          symbol: "remove_right",
          text: "Tous retirent le wagon le plus à droite (place 7), sauf s’il est protégé. Pour les trois : les wagons retirés vont dans la rangée visible, les paires s’annulent (G5), puis chacun comble son vide avec un wagon de la pioche, en commençant par le joueur dont c’est le tour.",
        },
        {
          rule: "G17",
          text: "Après chacune de ces pioches, on regarde le train : s’il monte, son propriétaire gagne aussitôt et plus personne ne pioche. Un train qui a un vide ne peut pas gagner.",
        },
        {
          rule: "G18",
          symbol: "protect",
          text: "Glissez la carte sous votre wagon à la place 1, 4 ou 7 : G14 à G16 ne peuvent plus le retirer. Un wagon porte au plus un cadenas ; plusieurs wagons peuvent être protégés. Quand les trois places le sont, la carte est inutilisable.",
        },
        {
          rule: "G19",
          text: "Un cadenas est perdu, et sa carte défaussée, quand son wagon est remplacé, échangé ou déplacé, ou glisse parce que vous en faites passer un autre devant lui. Un wagon resté immobile entre deux wagons échangés le garde.",
        },
        {
          rule: "G20",
          text: "On peut utiliser une capacité même si elle ne change rien, parce que tous les wagons à retirer sont protégés.",
        },
      ],
    },
    {
      title: "La fin",
      items: [
        {
          rule: "G21",
          text: "La partie s’arrête dès qu’un train de sept wagons monte de gauche à droite. Son propriétaire gagne, même pendant le tour d’un autre.",
        },
        {
          rule: "G22",
          text: "Si la table a une limite de tours et que personne n’a gagné d’ici là, la partie est nulle.",
        },
      ],
    },
  ],
};
