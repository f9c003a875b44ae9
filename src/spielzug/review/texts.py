"""The texts of a review, in four languages."""
# ruff: noqa: E501 - a sentence stays on one line, so that translators see it whole

from __future__ import annotations

from spielzug.core.texts import LINE
from spielzug.core.texts import in_four as _t

TERMS = {
    "best": _t("beste Wahl", "best", "meilleur choix", "beste keuze"),
    "good": _t("gute Wahl", "good", "bon choix", "goede keuze"),
    "inaccuracy": _t("Ungenauigkeit", "inaccuracy", "imprécision", "onnauwkeurigheid"),
    "mistake": _t("Fehler", "mistake", "erreur", "fout"),
    "blunder": _t("Patzer", "blunder", "gaffe", "blunder"),
    "accuracy": _t("Genauigkeit", "accuracy", "précision", "nauwkeurigheid"),
    "start": _t("Anfang", "start", "départ", "begin"),
    "play": _t("Spielweise", "play", "jeu", "spel"),
    "given": _t("von den anderen", "other players", "des autres", "van de anderen"),
    "luck": _t("Glück", "luck", "hasard", "geluk"),
    "rest": _t("Rest", "remainder", "reste", "rest"),
    "result": _t("Ergebnis", "result", "résultat", "uitkomst"),
}
"""Keys are the fields of `wire.review.ReviewTerms`, in their order."""

COUNTS = {
    "best": _t(
        "{n}-mal beste Wahl",
        "{n} best",
        "{n} {n:meilleur choix|meilleurs choix}",
        "{n} {n:beste keuze|beste keuzes}",
    ),
    "good": _t(
        "{n}-mal gute Wahl",
        "{n} good",
        "{n} {n:bon choix|bons choix}",
        "{n} {n:goede keuze|goede keuzes}",
    ),
    "inaccuracy": _t(
        "{n} {n:Ungenauigkeit|Ungenauigkeiten}",
        "{n} {n:inaccuracy|inaccuracies}",
        "{n} {n:imprécision|imprécisions}",
        "{n} {n:onnauwkeurigheid|onnauwkeurigheden}",
    ),
    "mistake": _t(
        "{n} Fehler", "{n} {n:mistake|mistakes}", "{n} {n:erreur|erreurs}", "{n} {n:fout|fouten}"
    ),
    "blunder": _t(
        "{n} Patzer", "{n} {n:blunder|blunders}", "{n} {n:gaffe|gaffes}", "{n} {n:blunder|blunders}"
    ),
}
"""The number of decisions with each word."""

SENTENCES = {
    # the whole
    "view_known": _t(
        "Beurteilt nach dem, was jeder in dem Augenblick wissen konnte.",
        "Judged by what each player could know at that moment.",
        "Jugé d'après ce que chacun pouvait savoir à ce moment-là.",
        "Beoordeeld naar wat elke speler op dat moment kon weten.",
    ),
    "view_open": _t(
        "Beurteilt mit offenen Karten: als hätte jeder alles gesehen. Was so ein Fehler ist, war am Tisch oft nicht zu erkennen.",
        "Judged with all cards face up, as if everyone had seen everything. What counts as a mistake here often could not be known at the table.",
        "Jugé cartes sur table : comme si chacun avait tout vu. Ce qui est une erreur ainsi ne pouvait souvent pas se voir à la table.",
        "Beoordeeld met open kaarten: alsof iedereen alles had gezien. Wat zo een fout is, was aan tafel vaak niet te weten.",
    ),
    "about": _t(
        "Die Gewinnaussichten sind Schätzungen einer Suche ({bot}), keine Gewissheiten. Die Zahl hinter ± sagt, wie weit sie mit 95 % Sicherheit reichen; was kleiner ist, heißt hier nicht Fehler.",
        "The chances of winning are estimates from a search ({bot}), not certainties. The number after ± is the margin of error, with 95 % confidence; anything smaller is not called a mistake here.",
        "Les chances de gagner sont les estimations d'une recherche ({bot}), pas des certitudes. Le nombre après ± dit leur marge à 95 % ; ce qui est plus petit n'est pas appelé erreur ici.",
        "De winstkansen zijn schattingen van een zoektocht ({bot}), geen zekerheden. Het getal achter ± zegt hoe ver ze met 95 % zekerheid reiken; wat kleiner is, heet hier geen fout.",
    ),
    "agreed": _t(
        "Laut Aufzeichnung waren alle einverstanden, dass Aufgedecktes zurückgenommen wurde ({n:Eintrag|Einträge} {entries}). Bewiesen ist das nicht.",
        "The record says that everyone agreed to take back what had been revealed ({n:entry|entries} {entries}). Nothing proves it.",
        "D'après l'enregistrement, tous étaient d'accord pour reprendre ce qui avait été montré ({n:entrée|entrées} {entries}). Rien ne le prouve.",
        "Volgens het verslag vond iedereen het goed dat werd teruggenomen wat al was getoond ({n:regel|regels} {entries}). Bewezen is dat niet.",
    ),
    # a seat
    "headline": _t(
        "{name} {ended}. Genauigkeit: {accuracy} von 100",
        "{name} {ended}. Accuracy: {accuracy} out of 100",
        "{name} {ended}. Précision : {accuracy} sur 100",
        "{name} {ended}. Nauwkeurigheid: {accuracy} van 100",
    ),
    "headline_bare": _t("{name} {ended}", "{name} {ended}", "{name} {ended}", "{name} {ended}"),
    "won": _t("gewinnt", "wins", "gagne", "wint"),
    "shared": _t(
        "gewinnt gemeinsam mit anderen", "shares the win", "partage la victoire", "deelt de winst"
    ),
    "drew": _t("spielt unentschieden", "draws", "fait partie nulle", "speelt gelijk"),
    "lost": _t("gewinnt nicht", "does not win", "ne gagne pas", "wint niet"),
    "began": _t(
        "Aussicht vor dem Verteilen: {start} %, am Ende: {result} %.",
        "Chance of winning before the deal: {start} %, at the end: {result} %.",
        "Chances avant la donne : {start} %, à la fin : {result} %.",
        "Kans voor het delen: {start} %, aan het eind: {result} %.",
    ),
    "counted": _t(
        "{n} {n:Entscheidung|Entscheidungen} mit Wahl: {counts}.",
        "{n} {n:decision|decisions} with a choice: {counts}.",
        "{n} {n:décision|décisions} avec un choix : {counts}.",
        "{n} {n:beslissing|beslissingen} met een keuze: {counts}.",
    ),
    "no_choice": _t(
        "Es gab nie etwas zu entscheiden.",
        "There was never anything to decide.",
        "Il n'y a jamais rien eu à décider.",
        "Er viel nooit iets te beslissen.",
    ),
    "play": _t(
        "Die eigenen Entscheidungen kosteten zusammen etwa {n} {n:Punkt|Punkte}.",
        "Their own decisions cost about {n} {n:point|points} in all.",
        "Ses propres décisions ont coûté en tout environ {n} {n:point|points}.",
        "De eigen beslissingen kostten samen ongeveer {n} {n:punt|punten}.",
    ),
    "play_none": _t(
        "Die eigenen Entscheidungen kosteten nichts, was sich messen ließe.",
        "Their own decisions cost nothing measurable.",
        "Ses propres décisions n'ont rien coûté de mesurable.",
        "De eigen beslissingen kostten niets meetbaars.",
    ),
    "given": _t(
        "Was die anderen entschieden, brachte etwa {n} {n:Punkt|Punkte}.",
        "The other players' decisions were worth about {n} {n:point|points}.",
        "Les décisions des autres ont rapporté environ {n} {n:point|points}.",
        "Wat de anderen beslisten, bracht ongeveer {n} {n:punt|punten} op.",
    ),
    "given_away": _t(
        "Was die anderen entschieden, kostete etwa {n} {n:Punkt|Punkte}.",
        "The other players' decisions cost about {n} {n:point|points}.",
        "Les décisions des autres ont coûté environ {n} {n:point|points}.",
        "Wat de anderen beslisten, kostte ongeveer {n} {n:punt|punten}.",
    ),
    "luck": _t(
        "Das Glück brachte etwa {n} {n:Punkt|Punkte}.",
        "Luck was worth about {n} {n:point|points}.",
        "Le hasard a rapporté environ {n} {n:point|points}.",
        "Het geluk bracht ongeveer {n} {n:punt|punten} op.",
    ),
    "luck_away": _t(
        "Das Glück kostete etwa {n} {n:Punkt|Punkte}.",
        "Luck cost about {n} {n:point|points}.",
        "Le hasard a coûté environ {n} {n:point|points}.",
        "Het geluk kostte ongeveer {n} {n:punt|punten}.",
    ),
    "luck_even": _t(
        "Glück und Pech glichen sich aus.",
        "Good and bad luck balanced out.",
        "Chance et malchance se sont compensées.",
        "Geluk en pech hielden elkaar in evenwicht.",
    ),
    "rest": _t(
        "Es fehlen {n} {n:Punkt|Punkte} zum Ergebnis: Das liegt in der Unschärfe der Schätzungen (± {error}).",
        "That is {n} {n:point|points} short of the result, which is within the margin of error (± {error}).",
        "Il manque {n} {n:point|points} pour arriver au résultat : c'est dans la marge des estimations (± {error}).",
        "Tot de uitkomst {n:ontbreekt|ontbreken} {n} {n:punt|punten}: dat valt binnen de onzekerheid van de schattingen (± {error}).",
    ),
    "rest_beyond": _t(
        "Es fehlen {n} {n:Punkt|Punkte} zum Ergebnis, mehr als die Unschärfe der Schätzungen (± {error}): So viel erklären diese Zahlen nicht.",
        "That is {n} {n:point|points} short of the result, which is more than the margin of error (± {error}). These numbers do not explain the difference.",
        "Il manque {n} {n:point|points} pour arriver au résultat, plus que la marge des estimations (± {error}) : ces nombres ne l'expliquent pas.",
        "Tot de uitkomst {n:ontbreekt|ontbreken} {n} {n:punt|punten}, meer dan de onzekerheid van de schattingen (± {error}): zoveel verklaren deze getallen niet.",
    ),
    "rest_over": _t(
        "Das sind {n} {n:Punkt|Punkte} mehr als das Ergebnis: Das liegt in der Unschärfe der Schätzungen (± {error}).",
        "That is {n} {n:point|points} more than the result, which is within the margin of error (± {error}).",
        "Cela fait {n} {n:point|points} de plus que le résultat : c'est dans la marge des estimations (± {error}).",
        "Dat is {n} {n:punt|punten} meer dan de uitkomst: dat valt binnen de onzekerheid van de schattingen (± {error}).",
    ),
    "rest_over_beyond": _t(
        "Das sind {n} {n:Punkt|Punkte} mehr als das Ergebnis und mehr als die Unschärfe der Schätzungen (± {error}): So viel erklären diese Zahlen nicht.",
        "That is {n} {n:point|points} more than the result, which is more than the margin of error (± {error}). These numbers do not explain the difference.",
        "Cela fait {n} {n:point|points} de plus que le résultat, plus que la marge des estimations (± {error}) : ces nombres ne l'expliquent pas.",
        "Dat is {n} {n:punt|punten} meer dan de uitkomst, en meer dan de onzekerheid van de schattingen (± {error}): zoveel verklaren deze getallen niet.",
    ),
    "rest_none": _t(
        "Zusammen ergibt das auf den Punkt genau das Ergebnis.",
        "Together, that adds up exactly to the result.",
        "Le tout donne le résultat, au point près.",
        "Samen geeft dat op de punt af de uitkomst.",
    ),
    # a decision
    "cost": _t(
        "{n} {n:Punkt|Punkte}",
        "{n} {n:point|points}",
        "{n} {n:point|points}",
        "{n} {n:punt|punten}",
    ),
    "cost_about": _t(
        "{n} ± {error} Punkte",
        "{n} ± {error} points",
        "{n} ± {error} points",
        "{n} ± {error} punten",
    ),
    "found_best": _t(
        "Etwas Besseres wurde nicht gefunden: etwa {chance} % Gewinnaussicht.",
        "Nothing better was found: about {chance} % chance of winning.",
        "Rien de mieux n'a été trouvé : environ {chance} % de chances de gagner.",
        "Iets beters is niet gevonden: ongeveer {chance} % winstkans.",
    ),
    "found_certain": _t(
        "Das gewinnt, was auch geschieht.",
        "This wins no matter what.",
        "Ce choix gagne, quoi qu'il arrive.",
        "Dit wint, wat er ook gebeurt.",
    ),
    "perhaps": _t(
        "Vielleicht war „{label}“ besser ({best} % gegen {chance} %), aber das liegt in der Unschärfe der Schätzung.",
        "“{label}” may have been better ({best} % against {chance} %), but that is within the margin of error.",
        "Peut-être « {label} » valait-il mieux ({best} % contre {chance} %), mais c'est dans la marge de l'estimation.",
        "Misschien was “{label}” beter ({best} % tegen {chance} %), maar dat valt binnen de onzekerheid van de schatting.",
    ),
    "slight": _t(
        "Etwas besser war „{label}“: {best} % gegen {chance} %.",
        "“{label}” was a little better: {best} % against {chance} %.",
        "« {label} » valait un peu mieux : {best} % contre {chance} %.",
        "“{label}” was iets beter: {best} % tegen {chance} %.",
    ),
    "better": _t(
        "Besser war „{label}“: etwa {best} % Gewinnaussicht gegen {chance} %.",
        "“{label}” was better: about {best} % chance of winning against {chance} %.",
        "« {label} » valait mieux : environ {best} % de chances de gagner contre {chance} %.",
        "“{label}” was beter: ongeveer {best} % winstkans tegen {chance} %.",
    ),
    "missed": _t(
        "„{label}“ hätte sicher gewonnen; so blieben etwa {chance} %.",
        "“{label}” would have won for certain; this left about {chance} %.",
        "« {label} » aurait gagné à coup sûr ; ainsi il restait environ {chance} %.",
        "“{label}” had zeker gewonnen; zo bleef ongeveer {chance} % over.",
    ),
    **LINE,
    # luck
    "deal": _t("Verteilen", "Deal", "Donne", "Delen"),
    "beginning": _t("Anfang", "Start", "Départ", "Begin"),
    "brought": _t(
        "Glück in Punkten: {seats}.",
        "Luck in points: {seats}.",
        "Hasard, en points : {seats}.",
        "Geluk in punten: {seats}.",
    ),
    "hardly": _t(
        "Das Glück dabei änderte kaum etwas.",
        "Luck hardly changed anything here.",
        "Le hasard n'y a presque rien changé.",
        "Het geluk daarbij veranderde nauwelijks iets.",
    ),
}

PAGE = {
    "review": _t("Rückblick", "Review", "Bilan", "Terugblik"),
    "title": _t("{game}: Rückblick", "{game}: review", "{game} : bilan", "{game}: terugblik"),
    "contents": _t("Inhalt", "Contents", "Sommaire", "Inhoud"),
    "players": _t(
        "Wer wie spielte", "How everyone played", "Comment chacun a joué", "Hoe iedereen speelde"
    ),
    "course": _t("Wie es stand", "How the game went", "Le cours de la partie", "Hoe het stond"),
    "course_help": _t(
        "Gewinnaussicht jedes Platzes in Prozent nach jeder Entscheidung. ?! Ungenauigkeit, ? Fehler, ?? Patzer; eine Raute ist Glück, gefüllt gutes, leer schlechtes. Die Tabellen unten nennen dieselben Zahlen.",
        "Each seat's chance of winning, in per cent, after every decision. ?! is an inaccuracy, ? a mistake, ?? a blunder. A diamond marks luck: filled is good, hollow is bad. The tables below give the same numbers.",
        "Chances de gagner de chaque place, en pour cent, après chaque décision. ?! imprécision, ? erreur, ?? gaffe ; un losange est le hasard, plein bon, vide mauvais. Les tableaux ci-dessous donnent les mêmes nombres.",
        "Winstkans van elke plaats in procent na elke beslissing. ?! onnauwkeurigheid, ? fout, ?? blunder; een ruit is geluk, gevuld goed, leeg slecht. De tabellen hieronder geven dezelfde getallen.",
    ),
    "decision": _t("Entscheidung", "Decision", "Décision", "Beslissing"),
    "dearest": _t(
        "Was am meisten kostete",
        "The costliest decisions",
        "Ce qui a coûté le plus",
        "Wat het meest kostte",
    ),
    "dearest_none": _t(
        "Niemand traf eine Entscheidung, die sicher etwas kostete.",
        "Nobody made a decision that clearly cost anything.",
        "Personne n'a pris de décision qui ait sûrement coûté quelque chose.",
        "Niemand nam een beslissing die zeker iets kostte.",
    ),
    "at": _t(
        "Nach {n} {n:Entscheidung|Entscheidungen}, {name}",
        "After {n} {n:decision|decisions}, {name}",
        "Après {n} {n:décision|décisions}, {name}",
        "Na {n} {n:beslissing|beslissingen}, {name}",
    ),
    "played": _t("Gespielt", "Played", "Joué", "Gespeeld"),
    "better": _t("Besser", "Better", "Mieux", "Beter"),
    "cost": _t("Kosten", "Cost", "Coût", "Kosten"),
    "position": _t(
        "Die Stellung, wie {name} sie sah",
        "The position as {name} saw it",
        "La position telle que {name} la voyait",
        "De stelling zoals {name} die zag",
    ),
    "decisions": _t(
        "Alle Entscheidungen mit Wahl",
        "All decisions with a choice",
        "Toutes les décisions avec un choix",
        "Alle beslissingen met een keuze",
    ),
    "all_luck": _t("Alles Glück", "All the luck", "Tout le hasard", "Al het geluk"),
    "chances": _t(
        "Aussichten nach jeder Entscheidung",
        "Chances after every decision",
        "Chances après chaque décision",
        "Kansen na elke beslissing",
    ),
    "number": _t("Nr.", "No.", "N°", "Nr."),
    "player": _t("Wer", "Player", "Qui", "Wie"),
    "word": _t("Urteil", "Verdict", "Verdict", "Oordeel"),
    "before": _t("am besten", "with the best choice", "au mieux", "met de beste"),
    "after": _t("so", "as played", "ainsi", "zo"),
    "came": _t("Was kam", "What happened", "Ce qui est venu", "Wat kwam"),
    "brought": _t("In Punkten", "In points", "En points", "In punten"),
    "points": _t("Punkte", "Points", "Points", "Punten"),
    "who_thought": _t("Gedacht hat", "Analysed by", "Qui a réfléchi", "Wie dacht"),
    "rules": _t("Regelversion", "Rules version", "Version des règles", "Regelversie"),
    "cannot": _t(
        "Was diese Zahlen nicht wissen: was jemand vorhatte, wie stark die Mitspielenden wirklich sind, und was eine gründlichere Suche fände. Wer richtig entscheidet, kann verlieren; wer falsch entscheidet, gewinnen.",
        "These numbers do not know what anyone intended, how strong the others really are, or what a deeper search would find. Good decisions can lose, and bad ones can win.",
        "Ce que ces nombres ne savent pas : les intentions de chacun, la force réelle des autres, et ce que trouverait une recherche plus profonde. On peut bien décider et perdre, mal décider et gagner.",
        "Wat deze getallen niet weten: wat iemand van plan was, hoe sterk de anderen werkelijk zijn, en wat een grondiger zoektocht zou vinden. Wie goed beslist kan verliezen, wie slecht beslist kan winnen.",
    ),
}
"""Further texts of the page and of the terminal."""
