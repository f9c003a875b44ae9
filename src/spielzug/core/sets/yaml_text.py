"""YAML, parsed so that no text can crash the parser or exhaust memory."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import yaml

from spielzug.core.errors import DataError
from spielzug.core.sets.source import MOST_BYTES, Address, quoted

MOST_DEPTH = 24
"""Nesting of entries: deeper files can only be an attack, and would crash the parser."""
MOST_ENTRIES = 200_000
"""Including everything that an alias stands for."""

# The loader in C is ten times faster, but not everywhere.
Loader: type[yaml.SafeLoader | yaml.CSafeLoader] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
MOST_PLAIN = 400
"""Characters of an unquoted value: it could be a number, and long ones are slow to parse."""


class NodeLines:
    """The lines of the entries in a parsed text."""

    def __init__(self, node: yaml.Node) -> None:
        self._node = node
        self._keys: dict[int, dict[str, tuple[yaml.Node, yaml.Node]]] = {}

    def line(self, path: Address, below: int = 0) -> int:
        """The line of an entry, or of the nearest one around it."""
        node, place = self._node, self._node
        for key in path:
            found = self._step(node, key)
            if found is None:
                break
            place, node = found
        line = int(place.start_mark.line) + 1
        if below and isinstance(node, yaml.ScalarNode):
            drawn = int(node.start_mark.line) + 1
            line = drawn + below if node.style in ("|", ">") else drawn
        return line

    def _step(self, node: yaml.Node, key: str | int) -> tuple[yaml.Node, yaml.Node] | None:
        """The nodes where an entry begins and where its value is."""
        if isinstance(node, yaml.MappingNode):
            if id(node) not in self._keys:  # built once, not for every mistake in it
                self._keys[id(node)] = {
                    name.value: (name, value)
                    for name, value in node.value
                    if isinstance(name, yaml.ScalarNode)
                }
            return self._keys[id(node)].get(str(key))
        if isinstance(node, yaml.SequenceNode) and isinstance(key, int) and key < len(node.value):
            return node.value[key], node.value[key]
        return None


def load(text: str, name: str) -> tuple[object, NodeLines]:
    """The entries of a YAML text, and where they are."""
    if len(text) > MOST_BYTES:
        raise DataError(f"{name}: the text is over {MOST_BYTES >> 20} MiB: too large for a set")
    try:
        _check_size_limits(text, name)
        loader = Loader(text)
        try:
            node = loader.get_single_node()
            if node is None:
                raise DataError(f"{name}:1: the file is empty")
            _check_duplicate_keys(node, name)
            return _values(loader, node, name), NodeLines(node)
        finally:
            loader.dispose()
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        place = f"{name}:{mark.line + 1}" if mark else name
        if mark and "\t" in _indentation(text, mark.line):
            raise DataError(f"{place}: there is a tab here; indent with spaces") from None
        problem = ", ".join(filter(None, (error.context, error.problem))) or "it cannot be read"
        raise DataError(f"{place}: this is not valid YAML: {problem}") from None
    except yaml.reader.ReaderError as error:
        line = text[: error.position].count("\n") + 1
        raise DataError(f"{name}:{line}: this is not valid YAML: {error.reason}") from None
    except (yaml.YAMLError, ValueError) as error:
        raise DataError(f"{name}: this is not valid YAML: {error}") from None


def dump(data: Mapping[str, object]) -> str:
    """Plain values as YAML."""
    return yaml.safe_dump(data, allow_unicode=True, sort_keys=False)


WRONG_VALUE = (ValueError, OverflowError, LookupError, AttributeError, TypeError)
"""What PyYAML raises for a malformed value: 2026-13-45, !!bool "x", !!int ""."""


def _values(loader: yaml.SafeLoader | yaml.CSafeLoader, node: yaml.Node, name: str) -> object:
    try:
        return loader.construct_document(node)
    except WRONG_VALUE as error:
        found = next(filter(None, map(_mistake, _scalars(node, set()))), f": {error}")
        raise DataError(f"{name}{found}") from None


def _mistake(scalar: yaml.ScalarNode) -> str:
    """The line of a value that cannot be parsed, and why; empty if it can."""
    loader = Loader("")
    try:
        loader.construct_object(scalar)
    except WRONG_VALUE as error:
        why = str(error) if isinstance(error, ValueError) else "it is not of its kind"
        line = scalar.start_mark.line + 1
        return f":{line}: {quoted(scalar.value)}: this is not valid YAML: {why}"
    except yaml.YAMLError:
        return ""
    finally:
        loader.dispose()
    return ""


def _indentation(text: str, number: int) -> str:
    line = [*text.splitlines(), "", ""][number]
    return line[: len(line) - len(line.lstrip())]


def _check_size_limits(text: str, name: str) -> None:
    """Refuse text that would crash the parser or exhaust memory: the file may be anybody's."""
    depth = 0
    sizes: dict[str, int] = {}  # of anchored nodes, with all aliases in them
    open_: list[tuple[str | None, int]] = []
    count = 0
    for event in yaml.parse(text, Loader):
        assert event.start_mark is not None  # always set when parsing a text
        line = event.start_mark.line + 1
        if isinstance(event, yaml.AliasEvent):
            if event.anchor not in sizes:
                raise DataError(f"{name}:{line}: *{event.anchor} refers to nothing finished above")
            count += sizes[event.anchor]
        elif isinstance(event, yaml.CollectionStartEvent):
            depth += 1
            count += 1
            open_.append((event.anchor, count))
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1
            anchor, begin = open_.pop()
            if anchor is not None:
                sizes[anchor] = count - begin + 1
        elif isinstance(event, yaml.ScalarEvent):
            count += 1
            if event.anchor is not None:
                sizes[event.anchor] = 1
            if len(event.value) > MOST_PLAIN and (not event.style or event.tag is not None):
                raise DataError(
                    f"{name}:{line}: {quoted(event.value)} has more than {MOST_PLAIN} characters; "
                    "put a long text in quotes"
                )
        if depth > MOST_DEPTH:
            raise DataError(
                f"{name}:{line}: entries are nested {MOST_DEPTH} deep: too deep for a set"
            )
        if count > MOST_ENTRIES:
            raise DataError(
                f"{name}:{line}: there are more than {MOST_ENTRIES:,} entries: too many for a set"
            )


def _check_duplicate_keys(node: yaml.Node, name: str) -> None:
    """Refuse duplicate keys: the parser would silently take the last one."""
    for mapping in _mappings(node, set()):
        seen: dict[str, int] = {}
        for key, _ in mapping.value:
            if not isinstance(key, yaml.ScalarNode):
                continue
            line = key.start_mark.line + 1
            if key.value in seen:
                raise DataError(
                    f"{name}:{line}: {quoted(key.value)} appears twice, "
                    f"first on line {seen[key.value]}; keep one of them"
                )
            seen[key.value] = line


def _scalars(node: yaml.Node, seen: set[int]) -> Iterator[yaml.ScalarNode]:
    if isinstance(node, yaml.ScalarNode):
        yield node
    elif id(node) not in seen:
        seen.add(id(node))
        for inner in node.value:
            for one in inner if isinstance(inner, tuple) else (inner,):
                yield from _scalars(one, seen)


def _mappings(node: yaml.Node, seen: set[int]) -> Iterator[yaml.MappingNode]:
    if id(node) in seen:  # an alias of a node seen before
        return
    seen.add(id(node))
    if isinstance(node, yaml.MappingNode):
        yield node
        for _, value in node.value:
            yield from _mappings(value, seen)
    elif isinstance(node, yaml.SequenceNode):
        for value in node.value:
            yield from _mappings(value, seen)
