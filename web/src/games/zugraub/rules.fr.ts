import type { RulesText } from "../types";

export const rules: RulesText = {
  intro:
    "Pour 3 à 7 zombies sur un train qui grandit à l’avant et se défait à l’arrière. Le cerveau le plus malin en tête quand le train s’arrête gagne. Les cartes et voitures imprimées ne sont pas publiques : ce jeu de cartes est le nôtre.",
  brief: {
    goal: [
      "Vous êtes un zombie dans un train fou, et vous voulez le meilleur cerveau dans la tête quand il s’arrête.",
      "Les cerveaux sont des cartes. Leur QI ne compte que dans la tête, jamais en main.",
    ],
    turn: [
      "Lancez les dés et avancez d’autant de pas au plus. Des cartes de votre main vous mènent plus loin.",
      "Là où vous vous arrêtez, vous pouvez prendre un cerveau, attaquer qui s’y trouve ou tirer le frein.",
      "Sortir par la porte avant ajoute une voiture au train.",
      "Une fois par tour, vous pouvez mettre une carte de votre main dans votre tête en payant son coût en expérience.",
      "Si vous avez ajouté une voiture, l’attelage est mis à l’épreuve : les dernières peuvent se détacher.",
    ],
    end: [
      "Qui s’arrête sur le frein de la locomotive perd la dernière voiture. Quand la locomotive est seule, le train est à l’arrêt.",
      "Le QI le plus haut dans une tête gagne. Si personne n’en a, tout le monde perd.",
    ],
  },
  sections: [
    {
      title: "Cartes, voitures et départ",
      items: [
        {
          rule: "B1",
          symbol: "brain",
          text: "55 cartes cerveau : chacune a un coût, une valeur de frappe, une valeur de course et un QI, certaines une capacité qui agit dans la tête. Douze sont du fromage d’État au QI 0. Le paquet bonus en ajoute neuf.",
        },
        {
          rule: "B2",
          text: "Huit pièces de voiture à deux faces, longues de six cases et larges de trois, avec une porte au milieu de chaque bout. L’une est le fourgon de queue d’un côté, la locomotive de l’autre.",
        },
        {
          rule: "B3",
          text: "Qui possède la boîte peut écrire ses cartes et voitures dans un fichier et jouer avec ; un fichier qui ne convient pas est refusé avec la raison.",
        },
        {
          rule: "B4",
          text: "Chacun reçoit une carte ; selon notre lecture des règles, seul le premier joueur est tiré au sort, sauf si la table a désigné une place, et les autres suivent dans l’ordre des places. Le train, c’est le fourgon de queue et une voiture devant ; les zombies sont sur les cases de départ du fourgon, dans l’ordre du tour. Chaque case cerveau reçoit un jeton, aussi sur les voitures suivantes.",
        },
      ],
    },
    {
      title: "Votre tour",
      items: [
        { rule: "B5", symbol: "discard", text: "Défaussez d’abord autant de cartes que vous voulez." },
        {
          rule: "B6",
          symbol: "die",
          text: "Puis lancez deux dés ; la tête vide, un de moins par carte en main, mais jamais moins que zéro. Les dés et la course du cerveau en tête font vos pas. Après le lancer, même en chemin, vous pouvez brûler des cartes pour leur course ; cela ne change pas le nombre de dés.",
        },
        {
          rule: "B7",
          symbol: "run",
          text: "Avancez d’autant de pas au plus, jamais en diagonale ni à travers les murs ; on peut rester sur place ou revenir en arrière. On peut partager et traverser les cases. On passe d’une voiture à l’autre par les portes ; personne ne descend à l’arrière.",
        },
        {
          rule: "B8",
          symbol: "door",
          text: "Un pas hors de la porte la plus en avant ajoute une voiture tirée au sort, et l’on continue avec le reste. Si c’est la pièce du fourgon, la locomotive arrive, et plus rien ne s’ajoute. S’il ne reste aucune pièce, la porte est fermée.",
        },
        {
          rule: "B9",
          text: "Il ne se passe quelque chose que là où l’on s’arrête, dans cet ordre : frein, cerveau, combat. Un seul combat par tour.",
        },
        {
          rule: "B10",
          symbol: "point",
          text: "Un jeton cerveau donne un point d’expérience et une carte. Quand la pioche est vide, on mélange la défausse.",
        },
      ],
    },
    {
      title: "Combats",
      items: [
        {
          rule: "B11",
          symbol: "fight",
          text: "Si d’autres sont sur votre case, vous pouvez attaquer, tous à la fois ; selon notre lecture des règles, aussi sans avoir bougé. Chacun lance deux dés, la tête vide un de moins par carte en main, et ajoute la frappe de sa tête. Puis, à partir de la gauche de l’attaquant et l’attaquant en dernier, chacun joue une carte pour sa frappe ou passe, jusqu’à ce que tous aient passé de suite.",
        },
        {
          rule: "B12",
          text: "Le plus haut total gagne. Toute égalité au sommet revient à l’attaquant, même s’il n’en fait pas partie.",
        },
        { rule: "B13", symbol: "point", text: "Chaque perdant gagne un point d’expérience." },
        {
          rule: "B14",
          symbol: "hand",
          text: "Le vainqueur voit les mains des combattants et dispose de tous leurs cerveaux, en main et en tête, les siens compris : chacun reste, est défaussé ou va dans la main d’un combattant, et ne bouge qu’une fois. Personne d’autre ne voit les mains, et seul le joueur dont c’est le tour peut finir au-dessus de la limite. Une option permet aussi d’aller d’une tête à une tête vide.",
        },
      ],
    },
    {
      title: "La fin du tour",
      items: [
        {
          rule: "B15",
          text: "Deux cartes en main au plus. Seul le joueur dont c’est le tour peut en tenir davantage, jusqu’à la fin du tour. Selon notre lecture, il ne défausse ce qu’il a de trop qu’à ce moment. Tout autre joueur qui perd le cerveau permettant une troisième carte défausse aussitôt jusqu’à deux.",
        },
        {
          rule: "B16",
          symbol: "install",
          text: "Une fois par tour, vous pouvez installer une carte : payez son coût en expérience, défaussez l’ancien cerveau, mettez le nouveau en tête.",
        },
        {
          rule: "B17",
          symbol: "coupling",
          text: "Si vous avez ajouté une voiture, on teste enfin l’attelage : un dé plus petit que le nombre de voitures fait perdre la dernière, et l’on relance. Qui s’y trouvait court derrière le train, perd sa main, garde points et tête. Un fourgon perdu peut revenir en locomotive ; toute autre voiture perdue quitte la partie.",
        },
        {
          rule: "B18",
          symbol: "brake",
          text: "S’arrêter ou rester sur un frein de la locomotive fait perdre aussitôt la dernière voiture. Si la locomotive est seule, le train s’arrête et la partie est finie.",
        },
        {
          rule: "B19",
          text: "Derrière le train, on ne se bat pas, et personne ne peut y aller. Au tour suivant, il faut faire au moins un pas, sur la dernière voiture.",
        },
      ],
    },
    {
      title: "Gagner",
      items: [
        {
          rule: "B20",
          text: "Le plus haut QI en tête gagne, les égaux partagent. Le fromage ne compte pas ; si personne n’a rien, tous perdent.",
        },
        {
          rule: "B21",
          text: "Options : le paquet bonus ; les voitures perdues reviennent ; un premier train plus long ; une locomotive tardive (tant de manches après la perte du fourgon) ; un fromage pour chacun au départ, selon notre lecture dans la tête ; le butin dans les têtes ; qui commence ; une limite de tours, après quoi on compte.",
        },
      ],
    },
  ],
};
