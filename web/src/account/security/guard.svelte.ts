/** What guards the account of whoever is logged in, shared by the parts of the page that show and change it. */

import { get } from '../../lib/api'
import { Asked } from '../../lib/asked.svelte'
import type { Ways } from '../../protocol/recovery'
import type { Security } from '../../protocol/security'

export class Guard {
  readonly asked = new Asked<[Security, Ways]>()

  constructor() {
    this.load()
  }

  load(): void {
    void this.asked.ask(() => Promise.all([get<Security>('/account/security'), get<Ways>('/login/ways')]))
  }

  get security(): Security | null {
    return this.asked.value?.[0] ?? null
  }

  get ways(): Ways | null {
    return this.asked.value?.[1] ?? null
  }

  /** Whether a code belongs to the password. */
  get wantsCode(): boolean {
    return this.security?.second_factor != null
  }
}

/** The password once more, and a code where one is wanted. */
export interface Proof {
  password: string
  code: string
}
