import { sayCapital, t } from './words.svelte'
import type { OptionShown } from '../protocol/games'

/** The display name of an option's value; the user's own content has the name they gave it. */
export function valueName({ kind, choices, labels }: OptionShown, value: string): string {
  if (kind === 'size') return t('size', { size: value })
  return sayCapital(labels[choices.indexOf(value)] ?? value)
}
