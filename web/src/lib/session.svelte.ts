/** The current user: a member, a guest, or nobody yet. */

import { ApiError, get, post } from './api'
import { live } from './live.svelte'
import { signWithPasskey } from './passkeys'
import { forgetSecrets } from './secrets'
import type { Account, CodeWanted, CurrentAccount, Role } from '../protocol/accounts'
import type { PasskeyOptions } from '../protocol/passkeys'
import type { Text } from '../protocol/words'

class Session {
  account = $state.raw<Account | null>(null)
  known = $state(false) // whether the server has answered
  role = $state<Role | null>(null) // the role of the last account that was requested
  roleOf = $state('') // the id of that account
  trouble = $state.raw<Text>('') // why the request failed
  private coming: Promise<Account> | null = null // a guest account being created

  get member(): Account | null {
    return this.account?.kind === 'member' ? this.account : null
  }

  /** Whether the request has succeeded or failed, so that lists need not wait any longer. */
  readonly asked = $derived(this.known || this.account !== null || this.trouble !== '')

  async load(): Promise<void> {
    try {
      const here = await get<CurrentAccount>('/session')
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

  /** The account of the user, who needs one to play; a guest account is created if there is none. */
  async ensure(): Promise<Account> {
    if (this.account) return this.account
    this.coming ??= this.enter().finally(() => (this.coming = null))
    return this.coming
  }

  async register(name: string, password: string): Promise<void> {
    this.account = await post<Account>('/register', { name, password })
    live.reconnect()
  }

  /** Log in. With a second factor, return a ticket for `giveCode` instead; nobody is logged in yet. */
  async logIn(name: string, password: string): Promise<string> {
    const answer = await post<Account | CodeWanted>('/login', { name, password })
    if ('ticket' in answer) return answer.ticket
    this.come(answer)
    return ''
  }

  async giveCode(ticket: string, code: string): Promise<void> {
    this.come(await post<Account>('/login/code', { ticket, code }))
  }

  /** Log in with a passkey; false if the user cancels. */
  async usePasskey(): Promise<boolean> {
    const { options } = await post<PasskeyOptions>('/login/passkey/options')
    const credential = await signWithPasskey(options)
    if (credential) this.come(await post<Account>('/login/passkey', { credential }))
    return credential !== null
  }

  async logOut(): Promise<void> {
    await post('/logout')
    this.left()
  }

  /** Forget the account and its secrets on this device. */
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
