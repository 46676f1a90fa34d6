import { sayCapital, t } from './words.svelte'
import type { OptionShown } from '../protocol/games'

/** What people call a value of an option; one's own content has the name that one gave it. */
export function valueName({ kind, choices, labels }: OptionShown, value: string): string {
  if (kind === 'size') return t('size', { size: value })
  return sayCapital(labels[choices.indexOf(value)] ?? value)
}
