"""Chooses a button by its label alone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

Train = list[int]
LENGTH = 7
EACH = 12  # cars for one place, if the 84 were shared out evenly


def best(labels: list[str], train: Train) -> int:
    """The label that leads to the best train; drawing, unless an open card is better."""
    scores = [_score_of(label, train) for label in labels]
    return scores.index(max(scores))


def _score_of(label: str, train: Train) -> tuple[int, float]:
    results = list(_results(label, train))
    return max(map(_score, results), default=(0, 0.0))


def _score(train: Train) -> tuple[int, float]:
    """How many cars are in ascending order, and how close the others are to their place."""
    rising = [1] * len(train)
    for at, car in enumerate(train):
        rising[at] = max([rising[i] + 1 for i in range(at) if train[i] < car], default=1)
    away = sum(abs(car - EACH * (place + 0.5)) for place, car in enumerate(train))
    return max(rising), -away


def _results(label: str, train: Train) -> Iterator[Train]:
    """The trains that a label can lead to, as far as its text says."""
    numbers = [int(number) for number in re.findall(r"\d+", label)]
    if label.startswith("Place"):
        yield _placed(train, numbers[0] - 1, numbers[1])
    elif label.startswith("Keep"):
        yield from (_placed(train, place, numbers[0]) for place in range(LENGTH))
    elif label.startswith("Swap"):
        yield _swapped(train, numbers[2] - 1, numbers[3] - 1)
    elif label.startswith("Move"):
        yield _moved(train, numbers[1] - 1, numbers[2] - 1)
    elif label.startswith("Draw"):
        yield train  # at least as good as now, if one is lucky
    elif "neighbours" in label:
        yield from _if_rising(_swapped(train, i, i + 1) for i in range(LENGTH - 1))
    elif "over one" in label:
        yield from _if_rising(_swapped(train, i, i + 2) for i in range(LENGTH - 2))
    elif "right" in label and "move" in label:
        yield from _if_rising(_moved(train, i, i + 2) for i in range(LENGTH - 2))
    elif "left" in label and "move" in label:
        yield from _if_rising(_moved(train, i + 2, i) for i in range(LENGTH - 2))


def _if_rising(trains: Iterator[Train]) -> Iterator[Train]:
    """Uses an open card only if it completes the train."""
    return (train for train in trains if all(a < b for a, b in pairwise(train)))


def _placed(train: Train, place: int, car: int) -> Train:
    return [*train[:place], car, *train[place + 1 :]]


def _swapped(train: Train, a: int, b: int) -> Train:
    new = list(train)
    new[a], new[b] = new[b], new[a]
    return new


def _moved(train: Train, a: int, b: int) -> Train:
    new = list(train)
    new.insert(b, new.pop(a))
    return new
