import type { account as english } from '../en/account'

export const account: Record<keyof typeof english, string> = {}
