"""The part of llvmlite that Spielzug uses."""
