/** Menu, setting up a match, rules, settings. */
export const start = {}
