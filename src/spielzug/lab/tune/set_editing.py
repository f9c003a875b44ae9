"""The file of a set with other values in it: everything else stays as its author typed it."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from typing import Any

import yaml

from spielzug.core.sets.address import change, path_of

WIDTH = 96


def retyped(text: str, changes: Mapping[str, Any], comments: Sequence[str] = ()) -> str:
    """The text of a set with these values at these addresses, and lines of comment before it.

    Comments, order and blanks are kept. What cannot be put in its place (an entry that was left
    out) has the whole file written anew, without them.
    """
    data = wanted = yaml.safe_load(text)
    for address, value in changes.items():
        wanted = change(wanted, address, value)
    made = _in_place(text, data, changes)
    if made is None or yaml.safe_load(made) != wanted:
        made = yaml.safe_dump(wanted, allow_unicode=True, sort_keys=False, width=WIDTH)
    lines = [line for each in comments for line in _folded(each)]
    return "".join(f"# {line}".rstrip() + "\n" for line in lines) + made


def _folded(comment: str) -> list[str]:
    """A line that is indented is kept whole: it is a command, or a row of a table."""
    return [comment] if comment.startswith(" ") else textwrap.wrap(comment, WIDTH - 2) or [""]


def _in_place(text: str, data: Any, changes: Mapping[str, Any]) -> str | None:
    root = yaml.compose(text, Loader=yaml.SafeLoader)
    edits = []
    for address, value in changes.items():
        node = _node(root, path_of(data, address, new=True))
        if node is None:
            return None
        edits.append((node.start_mark.index, node.end_mark.index, _typed(value)))
    for begin, end, typed in sorted(edits, reverse=True):
        text = text[:begin] + typed + text[end:]
    return text


def _node(node: Any, path: Sequence[str | int]) -> Any:
    """The plain value at the end of a path; None if there is none."""
    for key in path:
        if isinstance(node, yaml.MappingNode):
            inner = [value for name, value in node.value if name.value == str(key)]
        elif isinstance(node, yaml.SequenceNode):
            inner = node.value[int(key) : int(key) + 1]
        else:
            return None
        if not inner:
            return None
        node = inner[0]
    return node if isinstance(node, yaml.ScalarNode) and node.style not in ("|", ">") else None


def _typed(value: Any) -> str:
    """One value as it stands in a file, also between braces."""
    made = yaml.safe_dump([value], default_flow_style=True, allow_unicode=True, width=10**6)
    return made.strip()[1:-1]
