import type { start as english } from '../en/start'

export const start: Record<keyof typeof english, string> = {}
