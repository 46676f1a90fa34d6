import { valueName } from '../../words/options'
import { say } from '../../words/words.svelte'
import type { GameShown } from '../../protocol/games'

/** The options that are chosen before a match, each with the name that people read. */
export function optionsTold(game: GameShown | undefined, options: Record<string, unknown>): string[] {
  const shown = game?.options.filter(({ name, prominent }) => prominent && name in options) ?? []
  return shown.map((option) => `${say(option.title)}: ${valueName(option, nameOf(options[option.name]))}`)
}

/** A value as text: content that somebody has made by its name. */
function nameOf(value: unknown): string {
  return typeof value === 'object' && value !== null && 'name' in value ? String(value.name) : String(value)
}
