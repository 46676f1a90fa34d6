/** The games and bots, with their phrases: loaded once, when a page needs them, and again if that failed. */

import { wordsToShow } from './loading'
import { say, t } from './words.svelte'
import { get } from '../lib/api'
import type { BotShown, GameShown } from '../protocol/games'
import type { MatchShown, Player } from '../protocol/matches'
import type { Seat } from '../protocol/play/seats'

class Games {
  all = $state.raw<GameShown[]>([])
  bots = $state.raw<BotShown[]>([])
  private loading: Promise<void> | null = null

  load(): Promise<void> {
    this.loading ??= this.fetch().catch((error: unknown) => {
      this.loading = null
      throw error
    })
    return this.loading
  }

  find(key: string): GameShown | undefined {
    return this.all.find((game) => game.key === key)
  }

  /** The title of a game; its key until the games are loaded. */
  title(key: string): string {
    const game = this.find(key)
    return game ? say(game.title) : key
  }

  /** The name of a bot with its level. */
  bot(level: number): string {
    const bot = this.bots.find((each) => each.level === level)
    return bot ? t('bot_named', { name: say(bot.name), level }) : t('bot_plain', { level })
  }

  /** The name of a player in a list. */
  player(player: Player): string {
    if (player.kind === 'open') return t('empty_seat')
    return player.level ? this.bot(player.level) : player.name
  }

  /** The opponent in one of the user's matches; on a shared screen, the friend. */
  opponent({ players, mine }: MatchShown): string {
    const friend = players.find(({ kind }) => kind === 'friend')
    if (!friend && mine.length === 2) return t('friend') // old matches have no name
    return this.player(friend ?? players[mine[0] === 0 ? 1 : 0])
  }

  /** The name of the player in a seat. */
  seated(seat: Seat | null): string {
    if (!seat) return t('empty_seat')
    return seat.kind === 'bot' ? this.bot(seat.level ?? 0) : (seat.name ?? '')
  }

  private async fetch(): Promise<void> {
    const [all, bots] = await Promise.all([get<GameShown[]>('/games'), get<BotShown[]>('/bots'), wordsToShow()])
    this.all = all
    this.bots = bots
  }
}

export const games = new Games()
