"""Numeric constants for the game's terms. Compiled modules inline the C version in the .pxd file."""

# roles
KING = 0
QUEEN = 1
ROOK = 2
BISHOP = 3
KNIGHT = 4
PAWN = 5

# profiles: white's start at 1, black's at FIRST_BLACK; a unit is its profile's number and its HP in one int
PROFILES = 41
FIRST_BLACK = 21
HP_BITS = 7
HP_MASK = 127

# marks: sets of squares that move with the units on them; skills first, then effects with a set for each count (B11)
BANNER = 0
WARD = 1
DREAD = 2
HEALER = 3
CHEERER = 4
KNIVES = 5
CHEERED = 8
MARKS = 11
LASTING = 3

# B10, B11: flat changes
BANNER_ATK = 2
DREAD_ATK = 2
WARD_DEF = 2
KNIVES_DEF = 3

# kinds of actions: action_codes.OWN and up; the four promotions first
PROMOTION = 8
HEAL = 12
CHEER = 13

# white's castling rights; black's are two bits higher
KING_SIDE = 1
QUEEN_SIDE = 2

NONE = 64
