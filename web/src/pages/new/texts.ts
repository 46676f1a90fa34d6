import { valueName } from '../../words/options'
import { say } from '../../words/words.svelte'
import type { GameShown } from '../../protocol/games'

/** The options chosen before a match, each with its title and value as text. */
export function optionsTold(game: GameShown | undefined, options: Record<string, unknown>): string[] {
  const shown = game?.options.filter(({ name, prominent }) => prominent && name in options) ?? []
  return shown.map((option) => `${say(option.title)}: ${valueName(option, nameOf(options[option.name]))}`)
}

/** A value as text; the user's own content is shown by its name. */
function nameOf(value: unknown): string {
  return typeof value === 'object' && value !== null && 'name' in value ? String(value.name) : String(value)
}
