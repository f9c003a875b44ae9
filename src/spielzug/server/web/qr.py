"""QR codes: a link that a phone in the same room can read from a screen."""

from __future__ import annotations

import contextlib
import io


def qr_code(link: str) -> bytes:
    """As a picture (SVG): dark on light in every theme, with the free edge that readers need."""
    import segno  # not needed before somebody invites

    written = io.BytesIO()
    made = segno.make(link, micro=False, error="m")
    made.save(
        written, kind="svg", border=4, dark="#000", light="#fff", xmldecl=False, omitsize=True
    )
    return written.getvalue()


def print_code(link: str) -> None:
    """In the terminal; one that cannot show the signs gets nothing."""
    import segno

    with contextlib.suppress(UnicodeEncodeError):
        segno.make(link, micro=False).terminal(compact=True)
