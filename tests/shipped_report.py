"""What ships with the games as this process reads it, as JSON: `python -m shipped_report PACKAGE…`.

The packages that are named cannot be imported, so that two processes can be compared.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterator
from types import ModuleType
from typing import cast


def lines() -> Iterator[str]:
    """Every shipped set, the facts of it, and every lesson."""
    from spielzug.games import all_games
    from spielzug.school.lessons import lessons_of

    for game in all_games():
        assert game.sets is not None
        for number in sorted(game.sets.shipped):
            loaded = game.sets.loaded(number)
            facts = game.facts(game.options.parse({"set": loaded.label}))
            digest = hashlib.sha256(facts.tobytes()).hexdigest()
            yield f"{game.name} {loaded} {game.sets.shipped_text(loaded.label)} {digest}"
        for lesson in lessons_of(game):
            yield f"{game.name} {lesson}"


if __name__ == "__main__":
    sys.modules.update(dict.fromkeys(sys.argv[1:], cast(ModuleType, None)))
    print(json.dumps(list(lines())))
    sys.exit(any(sys.modules.get(name) for name in sys.argv[1:]))
