/** Accounts, statistics, history, replay. */
export const account = {}
