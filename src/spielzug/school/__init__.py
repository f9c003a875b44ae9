"""Learning a game by playing.

Lessons are made of steps, each a prepared position and a goal; puzzles have a room of their own.
"""

from spielzug.school.model import Lesson, Step
from spielzug.school.shelf import find_lesson, lessons_of
from spielzug.school.tries import Attempt
from spielzug.school.tutor import StepAttempt, attempt, prepared

__all__ = [
    "Attempt", "Lesson", "Step", "StepAttempt", "attempt", "find_lesson", "lessons_of", "prepared",
]  # fmt: skip
