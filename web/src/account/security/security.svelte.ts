/** The security settings of the logged-in account, shared by the components that show and change them. */

import { get } from '../../lib/api'
import { ServerRequest } from '../../lib/request.svelte'
import type { LogInMethods } from '../../protocol/recovery'
import type { Security } from '../../protocol/security'

export class SecuritySettings {
  readonly asked = new ServerRequest<[Security, LogInMethods]>()

  constructor() {
    this.load()
  }

  load(): void {
    void this.asked.ask(() => Promise.all([get<Security>('/account/security'), get<LogInMethods>('/login/ways')]))
  }

  get security(): Security | null {
    return this.asked.value?.[0] ?? null
  }

  get ways(): LogInMethods | null {
    return this.asked.value?.[1] ?? null
  }

  /** Whether a code is needed besides the password. */
  get wantsCode(): boolean {
    return this.security?.second_factor != null
  }
}

/** The password again, and a code if one is needed. */
export interface Proof {
  password: string
  code: string
}
