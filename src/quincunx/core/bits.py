"""Sets of squares as 64-bit words. Compiled modules inline the C version in the .pxd file."""

ALL = 0xFFFFFFFFFFFFFFFF


def lowest(word: int) -> int:
    """Return the number of the lowest set bit; the word must not be 0."""
    return (word & -word).bit_length() - 1


def count(word: int) -> int:
    """Return the number of set bits."""
    return word.bit_count()


def bit(number: int) -> int:
    """Return a word with only this bit set."""
    return 1 << number


def mix(key: int, word: int) -> int:
    """Mix another word into a hash."""
    key = ((key ^ word) * 0x9E3779B97F4A7C15) & ALL
    return key ^ (key >> 29)


def finish(key: int) -> int:
    """Finish a hash after the last word: spread it over all 64 bits."""
    key = ((key ^ (key >> 33)) * 0xFF51AFD7ED558CCD) & ALL
    key = ((key ^ (key >> 33)) * 0xC4CEB9FE1A85EC53) & ALL
    return key ^ (key >> 33)
