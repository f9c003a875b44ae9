"""Learning a game by playing.

Lessons are made of steps, each a prepared position and a goal; puzzles have a room of their own.
"""

from spielzug.school.model import LessonFile, LessonStep
from spielzug.school.shelf import find_lesson, lessons_of
from spielzug.school.tries import TryResult
from spielzug.school.tutor import StepAttempt, attempt, prepared

__all__ = [
    "TryResult", "LessonFile", "LessonStep", "StepAttempt", "attempt", "find_lesson", "lessons_of",
    "prepared",
]  # fmt: skip
