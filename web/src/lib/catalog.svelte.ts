/** The games and bots there are; asked for once. */

import { get, type BotShown, type GameShown } from './api'

class Catalog {
  games = $state.raw<GameShown[]>([])
  bots = $state.raw<BotShown[]>([])
  private asked: Promise<void> | null = null

  load(): Promise<void> {
    this.asked ??= this.fetch().catch((error: unknown) => {
      this.asked = null
      throw error
    })
    return this.asked
  }

  title(key: string): string {
    return this.games.find((game) => game.key === key)?.title ?? key
  }

  private async fetch(): Promise<void> {
    const [games, bots] = await Promise.all([get<GameShown[]>('/games'), get<BotShown[]>('/bots')])
    this.games = games
    this.bots = bots
  }
}

export const catalog = new Catalog()
