"""The colours of the screen: the project's dark theme, and a wooden board."""

from __future__ import annotations

from textual.theme import Theme

GROUND = "#17181b"
SURFACE = "#1f2125"
INK = "#ece7dc"
SOFT = "#a39c8f"
LINE = "#33363c"
ACCENT = "#6fc3ae"
WARN = "#e08a5f"

SIDES = ("#1b1e24", "#fbf4e2")  # the dark and the light pieces
HALF = ("#47505e", "#cdbf9f")  # the same, captured but not yet removed
TILES = {False: ("#a98a62", "#a08159"), True: ("#7d5f40", "#b6976d")}  # by chequered or not: dark, light
MARKED = "#6d5236"  # cells with a knot
HOMES = ("#8f7f6b", "#b79d79")  # by the side whose home it is
LAST = "#c2b06a"
TAKEN = "#4f9c88"
TAKES = "#bf6b4a"
HINT = "#7f8fc4"
CURSOR = "#5b7fa6"  # if the cells are too small for a frame
MARK_INK = "#3b2c1b"

THEME = Theme(
    name="quincunx",
    primary=ACCENT,
    secondary=ACCENT,
    accent=ACCENT,
    warning=WARN,
    error=WARN,
    foreground=INK,
    background=GROUND,
    surface=SURFACE,
    panel=LINE,
    dark=True,
    variables={"footer-key-foreground": ACCENT, "scrollbar": LINE, "scrollbar-background": GROUND},
)
