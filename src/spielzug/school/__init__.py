"""Learning a game by playing: lessons and puzzles.

Lessons are made of steps, each a prepared position and a goal. Puzzles are in `school.puzzles`.
"""

from spielzug.school.attempts import StepAttempt, TryResult, attempt, step_position
from spielzug.school.lessons import LessonFile, LessonStep, find_lesson, lessons_of

__all__ = [
    "TryResult", "LessonFile", "LessonStep", "StepAttempt", "attempt", "find_lesson", "lessons_of",
    "step_position",
]  # fmt: skip
