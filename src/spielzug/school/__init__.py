"""Learning a game by playing: lessons made of steps, each a prepared position and a goal."""

from spielzug.school.model import Lesson, Step
from spielzug.school.shelf import find_lesson, lessons_of
from spielzug.school.tutor import Attempt, attempt, prepared

__all__ = ["Attempt", "Lesson", "Step", "attempt", "find_lesson", "lessons_of", "prepared"]
