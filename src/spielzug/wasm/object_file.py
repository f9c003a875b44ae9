"""Turns LLVM's WebAssembly object file into a finished module, without a linker.

The object file of a single module is almost finished: only its memory and stack pointer are still
imports, addresses begin at 0, and nothing is exported. Here the stack gets the first bytes of the
memory, so that an overflow traps instead of overwriting data; every address in code and data is
moved behind it.

The formats are described in the WebAssembly core specification, and in "WebAssembly Object File
Linking" of the tool-conventions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from spielzug.core.errors import SpielzugError

PAGE = 65_536
STACK = 256 * 1024
"""Bytes for the stack: scratch memory of rules lies there, see `core.jit.scratch`."""
MAGIC = b"\0asm\1\0\0\0"

CUSTOM, TYPE, IMPORT, FUNCTION, TABLE, MEMORY, GLOBAL, EXPORT = range(8)
ELEMENTS, CODE, DATA, DATA_COUNT = 9, 10, 11, 12
FUNCTION_KIND, TABLE_KIND, MEMORY_KIND, GLOBAL_KIND = range(4)
I32, I32_CONST, END = 0x7F, 0x41, 0x0B
SYMBOL_TABLE = 8
FUNCTION_SYMBOL, DATA_SYMBOL, GLOBAL_SYMBOL, SECTION_SYMBOL, _, TABLE_SYMBOL = range(6)
UNDEFINED, EXPLICIT_NAME = 0x10, 0x40

ADDRESS_LEB, ADDRESS_SLEB, ADDRESS_I32 = 3, 4, 5
WITH_ADDEND = (ADDRESS_LEB, ADDRESS_SLEB, ADDRESS_I32, 8, 9)
KEPT = (0, 6, 7)
"""Relocations whose value is final in a module without imported functions: indices of functions,
types and globals."""
PADDED = 5
"""Bytes of a number that a relocation may change."""


class WasmError(SpielzugError):
    """An object file contains something that is not expected of a single module."""


class _Section(NamedTuple):
    kind: int
    name: str
    content: bytes
    at: int
    """Where the content begins in its section, for a custom section after its name."""


class _Reader:
    def __init__(self, data: bytes, at: int = 0) -> None:
        self.data, self.at = data, at

    def number(self) -> int:
        """An unsigned LEB128."""
        value = shift = 0
        while True:
            byte = self.data[self.at]
            self.at += 1
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value

    def signed(self) -> int:
        begin = self.at
        value = self.number()
        bits = 7 * (self.at - begin)
        return value - (1 << bits) if value >> (bits - 1) & 1 else value

    def take(self, count: int) -> bytes:
        self.at += count
        return self.data[self.at - count : self.at]

    def name(self) -> str:
        return self.take(self.number()).decode()


def number(value: int) -> bytes:
    """An unsigned LEB128."""
    made = bytearray()
    while True:
        value, byte = value >> 7, value & 0x7F
        if value == 0:
            return bytes([*made, byte])
        made.append(byte | 0x80)


def signed(value: int) -> bytes:
    made = bytearray()
    while True:
        value, byte = value >> 7, value & 0x7F
        if (value == 0 and byte < 0x40) or (value == -1 and byte >= 0x40):
            return bytes([*made, byte])
        made.append(byte | 0x80)


def link_module(object_file: bytes, exports: Sequence[str], stack: int = STACK) -> bytes:
    """The module: these functions, `memory`, and `heap`, the first address that is free."""
    sections = list(_sections(object_file))
    content = {section.kind: section for section in sections if section.kind != CUSTOM}
    custom = {section.name: section for section in sections if section.kind == CUSTOM}
    _check_imports(content[IMPORT].content)
    functions = dict(_function_symbols(custom["linking"].content))
    code = _moved(content[CODE].content, custom.get("reloc.CODE"), stack)
    data, end = b"", stack
    if DATA in content:
        data, end = _moved_data(
            _moved(content[DATA].content, custom.get("reloc.DATA"), stack), stack
        )
    heap = -(-end // 16) * 16
    missing = [name for name in exports if name not in functions]
    if missing:
        raise WasmError(f"the object file has no function {', '.join(missing)}")
    made = {
        TYPE: content[TYPE].content,
        FUNCTION: content[FUNCTION].content,
        MEMORY: number(1) + b"\0" + number(heap // PAGE + 1),
        GLOBAL: _vector([
            bytes([I32, 1, I32_CONST, *signed(stack), END]),  # the stack pointer
            bytes([I32, 0, I32_CONST, *signed(heap), END]),
        ]),
        EXPORT: _vector([
            _name("memory") + bytes([MEMORY_KIND, 0]),
            _name("heap") + bytes([GLOBAL_KIND, 1]),
            *(_name(name) + bytes([FUNCTION_KIND]) + number(functions[name]) for name in exports),
        ]),
        CODE: code,
    }  # fmt: skip
    if data:
        made[DATA_COUNT], made[DATA] = content[DATA_COUNT].content, data
    order = (TYPE, FUNCTION, MEMORY, GLOBAL, EXPORT, DATA_COUNT, CODE, DATA)
    return MAGIC + b"".join(
        bytes([kind]) + number(len(made[kind])) + made[kind] for kind in order if kind in made
    )


def _sections(object_file: bytes) -> Iterator[_Section]:
    if not object_file.startswith(MAGIC):
        raise WasmError("this is not a WebAssembly object file")
    reader = _Reader(object_file, len(MAGIC))
    while reader.at < len(object_file):
        kind = reader.take(1)[0]
        inside = _Reader(reader.take(reader.number()))
        name = inside.name() if kind == CUSTOM else ""
        yield _Section(kind, name, inside.data[inside.at :], inside.at)


def _check_imports(content: bytes) -> None:
    """Raise if anything but memory, stack pointer and table comes from outside."""
    reader = _Reader(content)
    for _ in range(reader.number()):
        _, name, kind = reader.name(), reader.name(), reader.take(1)[0]
        if kind == FUNCTION_KIND:
            raise WasmError(f"WebAssembly has no function {name}")
        if kind == GLOBAL_KIND:
            if name != "__stack_pointer":
                raise WasmError(f"the object file imports {name}")
            reader.take(2)
        else:
            if kind == TABLE_KIND:
                reader.take(1)
            if reader.number() & 1:
                reader.number()
            reader.number()


def _function_symbols(linking: bytes) -> Iterator[tuple[str, int]]:
    """Name and index of each defined function."""
    reader = _Reader(linking)
    reader.number()  # the version
    while reader.at < len(linking):
        kind = reader.take(1)[0]
        inside = _Reader(reader.take(reader.number()))
        if kind != SYMBOL_TABLE:
            continue
        for _ in range(inside.number()):
            symbol, flags = inside.take(1)[0], inside.number()
            if symbol == DATA_SYMBOL:
                inside.name()
                if not flags & UNDEFINED:
                    inside.number(), inside.number(), inside.number()
            elif symbol == SECTION_SYMBOL:
                inside.number()
            else:
                index = inside.number()
                if not flags & UNDEFINED or flags & EXPLICIT_NAME:
                    name = inside.name()
                    if symbol == FUNCTION_SYMBOL:
                        yield name, index


def _moved(content: bytes, relocations: _Section | None, by: int) -> bytes:
    """Code or data with every address in it moved by so many bytes."""
    if relocations is None:
        return content
    made = bytearray(content)
    reader = _Reader(relocations.content)
    reader.number()  # the section
    for _ in range(reader.number()):
        kind, at = reader.take(1)[0], reader.number()
        reader.number()  # the symbol: its address is in the code already, counted from 0
        if kind in WITH_ADDEND:
            reader.signed()
        if kind == ADDRESS_I32:
            value = int.from_bytes(made[at : at + 4], "little") + by
            made[at : at + 4] = value.to_bytes(4, "little")
        elif kind in (ADDRESS_LEB, ADDRESS_SLEB):
            old = _Reader(bytes(made), at)
            value = (old.number() if kind == ADDRESS_LEB else old.signed()) + by
            made[at : at + PADDED] = _padded(value)
        elif kind not in KEPT:
            raise WasmError(f"the object file has a relocation of kind {kind}")
    return bytes(made)


def _padded(value: int) -> bytes:
    """A number below 2**31 as a LEB128 of `PADDED` bytes, the same signed and unsigned."""
    return bytes((value >> 7 * i & 0x7F) | (0x80 if i < PADDED - 1 else 0) for i in range(PADDED))


def _moved_data(content: bytes, by: int) -> tuple[bytes, int]:
    """The data section with every segment moved, and the address after the last one."""
    reader, segments, end = _Reader(content), list[bytes](), by
    for _ in range(reader.number()):
        if reader.number() != 0 or reader.take(1)[0] != I32_CONST:
            raise WasmError("the object file has a data segment of an unexpected kind")
        at = reader.signed() + by
        reader.take(1)
        given = reader.take(reader.number())
        segments.append(bytes([0, I32_CONST, *signed(at), END]) + number(len(given)) + given)
        end = max(end, at + len(given))
    return _vector(segments), end


def _vector(items: Sequence[bytes]) -> bytes:
    return number(len(items)) + b"".join(items)


def _name(text: str) -> bytes:
    return number(len(text.encode())) + text.encode()
