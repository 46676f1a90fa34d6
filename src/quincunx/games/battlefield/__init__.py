"""Battlefield chess and chess. The numbers are those of `state.board()`; black's are white's plus 6."""

EMPTY = 0
WHITE_KING, WHITE_QUEEN, WHITE_ROOK, WHITE_BISHOP, WHITE_KNIGHT, WHITE_PAWN = range(1, 7)
BLACK_KING, BLACK_QUEEN, BLACK_ROOK, BLACK_BISHOP, BLACK_KNIGHT, BLACK_PAWN = range(7, 13)
CODES = dict(zip("KQRBNPkqrbnp", range(1, 13), strict=True))  # keyed by the letters of the position text
