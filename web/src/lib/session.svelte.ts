/** Who is at the keyboard: a member, a guest, or nobody yet. */

import { get, post, type Account } from './api'
import { live } from './live.svelte'

class Session {
  account = $state.raw<Account | null>(null)
  known = $state(false) // whether the server has been asked
  private coming: Promise<Account> | null = null // a guest's account that is being made

  get member(): Account | null {
    return this.account?.kind === 'member' ? this.account : null
  }

  async load(): Promise<void> {
    this.account = (await get<{ account: Account | null }>('/session')).account
    this.known = true
  }

  /** Whoever wants to play needs an account: a guest's is made at once. */
  async ensure(): Promise<Account> {
    if (this.account) return this.account
    this.coming ??= this.enter().finally(() => (this.coming = null))
    return this.coming
  }

  async register(name: string, password: string): Promise<void> {
    this.account = await post<Account>('/register', { name, password })
    live.reconnect()
  }

  async logIn(name: string, password: string): Promise<void> {
    this.account = await post<Account>('/login', { name, password })
    live.reconnect()
  }

  async logOut(): Promise<void> {
    await post('/logout')
    this.account = null
    live.reconnect()
  }

  private async enter(): Promise<Account> {
    const account = await post<Account>('/guest')
    this.account = account
    live.reconnect()
    return account
  }
}

export const session = new Session()
