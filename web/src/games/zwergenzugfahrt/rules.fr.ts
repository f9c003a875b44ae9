import type { RulesText } from "../types";

export const rules: RulesText = {
  intro:
    "Pour 2 : le clan Rouge et le clan Vert, chacun avec cinq nains et cinq panneaux « réservé ». Tous deux veulent les seize sièges du même train. Qui en tient dix gagne.",
  brief: {
    goal: [
      "Les deux clans veulent les mêmes seize sièges du train.",
      "Un siège est à vous si votre nain y est assis ou si votre panneau s’y trouve. Dix sièges gagnent aussitôt.",
    ],
    turn: [
      "Faites exactement une chose : avancez un nain d’une case, réservez un siège à côté d’un de vos nains, retirez un panneau adverse ou bousculez un nain adverse, qui vole jusque chez lui.",
      "Un nain assis est en sécurité. Personne ne peut entrer sur un siège qui porte un panneau.",
      "Bousculer coûte des tours à votre clan, et chaque fois davantage.",
      "Après chaque septième tour, le contrôleur lance la pièce, et un clan perd un panneau.",
    ],
    end: [
      "Dix sièges terminent la partie aussitôt.",
      "Sinon elle finit après les tours ou le temps convenus, et le plus de sièges gagne.",
    ],
  },
  sections: [
    {
      title: "La gare",
      items: [
        {
          rule: "Z1",
          text: "Les cases sont voisines horizontalement et verticalement, jamais en diagonale, sauf si une paroi les sépare. Une paroi sépare chaque siège du quai d’à côté ; les portes sont ouvertes des deux côtés.",
        },
        {
          rule: "Z2",
          text: "Seul son propre clan peut entrer sur une case de départ. Chaque plan a seize sièges et cinq cases de départ par clan ; la table choisit entre la gare, un petit plan et un long. Une table avec un fichier chargé peut avoir d’autres plans et d’autres nombres que ceux donnés ici.",
        },
      ],
    },
    {
      title: "Votre tour : une seule de ces actions",
      items: [
        {
          rule: "Z3",
          text: "Tous les nains commencent sur leurs cases de départ, tous les panneaux en réserve. Le sort décide qui commence, sauf si la table a désigné un clan. Les clans jouent à tour de rôle. Un tour est exactement une action de Z4 à Z8, et qui peut agir doit agir, même s’il faut quitter un bon siège.",
        },
        {
          rule: "Z4",
          symbol: "walk",
          text: "Marcher : un de vos nains va sur une case voisine où il n’y a ni nain ni panneau.",
        },
        {
          rule: "Z5",
          symbol: "sit",
          text: "S’asseoir : aller sur un siège vide, c’est l’occuper. Sur un siège, un nain est à l’abri et ne peut pas être bousculé. Il peut se relever plus tard.",
        },
        {
          rule: "Z6",
          symbol: "reserve",
          text: "Réserver : posez un panneau de votre réserve sur un siège vide à côté d’un de vos nains. On ne nomme que le siège, quel que soit le nain à côté.",
        },
        {
          rule: "Z7",
          symbol: "take",
          text: "Retirer : retirez un panneau adverse d’un siège à côté d’un de vos nains. Il retourne dans la réserve de son clan. Chaque clan peut le faire au plus cinq fois par partie.",
        },
        {
          rule: "Z8",
          symbol: "kick",
          text: "Bousculer : votre nain va sur une case voisine, ni siège ni case de départ, où se tient un nain adverse. Celui-ci vole jusqu’à sa case de départ libre la plus à gauche. Votre clan saute alors des tours : 1 pour la première fois, 2 pour chacune de la deuxième à la cinquième, 3 pour chaque suivante.",
        },
        {
          rule: "Z9",
          symbol: "wait",
          text: "Tours à sauter : quand vient le tour d’un clan qui en doit, il en doit un de moins et l’autre clan continue. Les deux peuvent en devoir en même temps.",
        },
        {
          rule: "Z10",
          text: "Un clan qui ne peut rien faire passe. Si les deux clans sont bloqués l’un après l’autre, la partie s’arrête et le plus grand nombre de sièges gagne.",
        },
        {
          rule: "Z11",
          text: "Personne ne peut entrer sur un siège qui porte un panneau, pas même le clan qui l’a posé.",
        },
      ],
    },
    {
      title: "Le contrôleur",
      items: [
        {
          rule: "Z12",
          symbol: "conductor",
          text: "Après chaque septième tour joué, on lance la pièce. Selon notre lecture des règles, on compte les deux clans ensemble, mais ni les tours sautés ni ceux où l’on passe. Le clan dont la couleur sort perd un de ses panneaux sur le plan, et l’autre clan choisit lequel. Le panneau retourne dans la réserve de son clan. Sans panneau de cette couleur, rien ne se passe ; s’il n’y en a qu’un, on ne demande rien. Selon notre lecture, ce choix n’est pas un tour, et même un clan qui doit sauter des tours le fait ; on ne les saute qu’ensuite. De même, une partie qui vient d’être gagnée ou dont le dernier tour est joué finit avant le lancer.",
        },
      ],
    },
    {
      title: "La fin",
      items: [
        {
          rule: "Z13",
          text: "Un siège compte pour un clan si son nain y est assis ou si son panneau y est posé. Un clan qui tient dix sièges gagne aussitôt, quoi qu’on ait convenu.",
        },
        {
          rule: "Z14",
          text: "Avant la partie, la table choisit comment elle finit sinon : après un nombre de tours (60 si la table n’en choisit pas un autre, un nombre de notre choix ; des deux clans ensemble, ou jusqu’à ce que chacun en ait joué autant), après quelques minutes, ou seulement par dix sièges. Quand les tours ou le temps sont écoulés, le plus grand nombre de sièges gagne ; à égalité, la partie est nulle. Le temps peut s’écouler pendant que quelqu’un réfléchit ; un choix que le contrôleur attend devient alors caduc.",
        },
        {
          rule: "Z15",
          text: "Si seuls dix sièges doivent finir la partie, elle s’arrête quand même après 400 tours et le plus grand nombre de sièges gagne : aucune partie n’est sans fin.",
        },
      ],
    },
  ],
};
