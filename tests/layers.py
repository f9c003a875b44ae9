"""Which part of Spielzug may import which: the table that a test enforces and the docs draw."""

from __future__ import annotations

LAYERS = {
    "core": (),
    "wire": ("core",),
    "framework": ("core",),
    "games": ("core",),
    "pages": ("core",),
    "bots": ("games", "wire"),
    "lab": ("bots", "pages"),
    "envs": ("bots",),
    "wasm": ("bots",),
    "tables": ("bots",),
    "review": ("bots", "pages"),
    "school": ("review",),
    "learn": ("lab", "envs"),
    "browser": ("school", "tables"),
    "server": ("school", "lab", "tables"),
    "cli": ("server", "learn", "wasm"),
}
"""What stands directly below each package; it may import that and whatever is below in turn."""

SERVER = (
    "config", "texts", "problems", "monitoring", "identity", "limits", "store", "cluster",
    "games", "tables", "bots", "notifications", "live", "seats", "background",
    "reviews", "learning", "lab_jobs", "ops", "services", "web", "lifecycle", "__init__",
    "__main__",
)  # fmt: skip
"""The server's packages and modules, from the lowest up: none imports one to its right."""


def below(package: str) -> set[str]:
    """The package itself and all that it may import."""
    return {package}.union(*(below(under) for under in LAYERS[package]))


def diagram() -> str:
    """The layers as text, from the command line down to the core."""
    rows: dict[tuple[str, ...], list[str]] = {}
    for package, under in LAYERS.items():
        rows.setdefault(under, []).append(package)
    named = [(", ".join(packages), ", ".join(under)) for under, packages in rows.items() if under]
    width = max(len(name) for name, _ in named)
    return "\n".join(
        ["```text", *(f"{name:<{width}}  →  {under}" for name, under in reversed(named)), "```"]
    )
