"""From sets of squares to their neighbours. Inlined as C where cimported; this is the uncompiled half."""

from quincunx.games.tafl.table import Table


def shifted(squares: int, direction: int, table: Table) -> int:
    """The squares one step away: up, right, down or left."""
    if direction == 0:
        return squares << table.files & table.whole
    if direction == 1:
        return squares << 1 & table.not_first
    if direction == 2:
        return squares >> table.files
    return squares >> 1 & table.not_last


def around(squares: int, table: Table) -> int:
    """The squares next to any of these."""
    beside = squares << 1 & table.not_first | squares >> 1 & table.not_last
    return (beside | squares << table.files | squares >> table.files) & table.whole
