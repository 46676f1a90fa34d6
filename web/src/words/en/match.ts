/** At the board. */
export const match = {}
