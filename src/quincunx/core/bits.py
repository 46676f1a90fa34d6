"""Sets of squares as 64-bit words. Inlined as C where a compiled module cimports it; this is the uncompiled half."""

ALL = 0xFFFFFFFFFFFFFFFF


def lowest(word: int) -> int:
    """The number of the lowest bit that is set; the word must not be 0."""
    return (word & -word).bit_length() - 1


def count(word: int) -> int:
    """How many bits are set."""
    return word.bit_count()


def bit(number: int) -> int:
    """The word with only that bit set."""
    return 1 << number


def mix(key: int, word: int) -> int:
    """Stir one more word into a hash."""
    key = ((key ^ word) * 0x9E3779B97F4A7C15) & ALL
    return key ^ (key >> 29)


def finish(key: int) -> int:
    """Spread a hash over all its 64 bits, after the last word."""
    key = ((key ^ (key >> 33)) * 0xFF51AFD7ED558CCD) & ALL
    key = ((key ^ (key >> 33)) * 0xC4CEB9FE1A85EC53) & ALL
    return key ^ (key >> 33)
