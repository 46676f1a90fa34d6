/** Who is at the keyboard: a member, a guest, or nobody yet. */

import { ApiError, get, post } from './api'
import { live } from './live.svelte'
import { signWithPasskey, type RequestSent } from './passkeys'
import { forgetSecrets } from './secrets'
import type { Account, CodeWanted, Here, Role } from '../protocol/accounts'
import type { Text } from '../protocol/words'

class Session {
  account = $state.raw<Account | null>(null)
  known = $state(false) // whether the server has said
  role = $state<Role | null>(null) // of the account that the server was asked about last
  roleOf = $state('') // which one that was
  trouble = $state.raw<Text>('') // why it could not be asked
  private coming: Promise<Account> | null = null // a guest's account that is being made

  get member(): Account | null {
    return this.account?.kind === 'member' ? this.account : null
  }

  /** Whether somebody has answered, be it with trouble: lists need not wait any longer. */
  readonly asked = $derived(this.known || this.account !== null || this.trouble !== '')

  async load(): Promise<void> {
    try {
      const here = await get<Here>('/session')
      this.account = here.account
      this.role = here.role
      this.roleOf = here.account?.id ?? ''
      this.known = true
      this.trouble = ''
    } catch (error) {
      if (error instanceof ApiError) this.trouble = error.said
      throw error
    }
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

  /** Log in; where a second factor is on, a ticket for `giveCode` comes back, and nobody is logged in yet. */
  async logIn(name: string, password: string): Promise<string> {
    const answer = await post<Account | CodeWanted>('/login', { name, password })
    if ('ticket' in answer) return answer.ticket
    this.come(answer)
    return ''
  }

  async giveCode(ticket: string, code: string): Promise<void> {
    this.come(await post<Account>('/login/code', { ticket, code }))
  }

  /** Log in with a passkey; false when the person thought better of it. */
  async usePasskey(): Promise<boolean> {
    const { options } = await post<{ options: RequestSent }>('/login/passkey/options')
    const credential = await signWithPasskey(options)
    if (credential) this.come(await post<Account>('/login/passkey', { credential }))
    return credential !== null
  }

  async logOut(): Promise<void> {
    await post('/logout')
    this.left()
  }

  /** Nobody is logged in here any more, and nothing that was theirs is left behind. */
  left(): void {
    this.account = null
    forgetSecrets()
    live.reconnect()
  }

  private come(account: Account): void {
    this.account = account
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
