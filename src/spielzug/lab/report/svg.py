"""What matplotlib draws, made fit for a page: no styles of its own, colours that follow the theme.

A strict content security policy allows no style attributes, so they become attributes of SVG; and
the colours of the plots are names, which become classes that the page's style sheet colours.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

SVG, XLINK = "{http://www.w3.org/2000/svg}", "{http://www.w3.org/1999/xlink}"
COLOURS = {
    "ink": "#000001",
    "muted": "#000002",
    "line": "#000003",
    "paper": "#000004",
    "a": "#000005",
    "b": "#000006",
    "red": "#000007",
}
"""What stands for a colour while matplotlib draws."""
NAMES = {value: name for name, value in COLOURS.items()}
KEPT = {
    "d", "x", "y", "width", "height", "transform", "viewBox", "id", "href", "fill", "stroke",
    "class", "patternUnits",
}  # fmt: skip
STYLED = {
    "stroke-width", "stroke-dasharray", "stroke-linecap", "stroke-linejoin", "opacity",
    "fill-opacity", "stroke-opacity", "font-size", "font-weight", "text-anchor",
}  # fmt: skip
DROPPED = {f"{SVG}metadata", f"{SVG}style", f"{SVG}clipPath"}
"""Nothing that we draw reaches out of its place."""
LOCAL = re.compile(r"url\(#([^)]+)\)")
PLACE = re.compile(r"(?<![\w#])(-?\d+\.\d+)")


def page_svg(drawn: str, prefix: str) -> str:
    """The drawing for a page that holds several: each with names (ids) of its own."""
    root = ET.fromstring(drawn)
    used = _used(root)
    _clean(root, used, prefix)
    root.attrib = {
        "viewBox": root.get("viewBox", ""),
        "class": "plot",
        "aria-hidden": "true",
        "focusable": "false",
    }
    return ET.tostring(root, "unicode")


def _used(root: ET.Element) -> set[str]:
    """Names that something in the drawing refers to."""
    found = set()
    for one in root.iter():
        found.add(one.get(f"{XLINK}href", "").removeprefix("#"))
        for value in one.attrib.values():
            found |= set(LOCAL.findall(value))
    return found


def _clean(element: ET.Element, used: set[str], prefix: str) -> None:
    element.tag = element.tag.removeprefix(SVG)
    element.tail = None
    if element.tag != "text":
        element.text = None
    for child in list(element):
        if child.tag in DROPPED:
            element.remove(child)
        else:
            _clean(child, used, prefix)
            if child.tag in ("g", "defs") and not len(child):
                element.remove(child)
    told = dict(element.attrib)
    kept: dict[str, str] = {}
    for name, value in told.items():
        name = name.removeprefix(XLINK)
        if name == "style":
            _unstyle(LOCAL.sub(rf"url(#{prefix}\1)", value), kept)
        elif name == "id" and value in used:
            kept["id"] = f"{prefix}{value}"
        elif name == "href":
            kept["href"] = f"#{prefix}{value.removeprefix('#')}"
        elif value in NAMES:
            kept["class"] = f"{name}-{NAMES[value]}"
        elif name in KEPT - {"id"}:
            kept[name] = LOCAL.sub(rf"url(#{prefix}\1)", value)
    for name in ("d", "x", "y", "transform"):
        if name in kept:  # a hundredth of a pixel is enough
            kept[name] = " ".join(PLACE.sub(_short, kept[name]).split())
    element.attrib = kept


def _short(found: re.Match[str]) -> str:
    return f"{float(found[1]):.2f}".rstrip("0").rstrip(".")


def _unstyle(style: str, kept: dict[str, str]) -> None:
    classes = []
    for part in style.split(";"):
        name, _, value = (piece.strip() for piece in part.partition(":"))
        if name in ("fill", "stroke") and value in NAMES:
            classes.append(f"{name}-{NAMES[value]}")
        elif name in ("fill", "stroke"):
            kept[name] = value
        elif name == "font":
            _font(value, kept)
        elif name in STYLED:
            kept[name] = value
    if classes:
        kept["class"] = " ".join(classes)


def _font(value: str, kept: dict[str, str]) -> None:
    """matplotlib writes ``600 11px 'DejaVu Sans', …``; the family is the page's."""
    size = re.search(r"([\d.]+)px", value)
    if size:
        kept["font-size"] = size[1]
    weight = re.search(r"\b([5-9]00|bold)\b", value)
    if weight:
        kept["font-weight"] = weight[1]
