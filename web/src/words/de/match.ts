import type { match as english } from '../en/match'

export const match: Record<keyof typeof english, string> = {}
