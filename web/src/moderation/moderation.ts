/** What moderators see and do, as the server has it. */

import type { Role } from '../protocol/accounts'
import type { ActName, Moderated } from '../protocol/moderation'

/** What somebody of that role can do to an account, as it stands. */
export function actsOn({ dossier, within_reach }: Moderated, role: Role): ActName[] {
  const { account, ban } = dossier
  if (!within_reach || account.kind === 'deleted') return []
  const acts: ActName[] = [ban ? 'unban' : 'ban']
  if (account.kind === 'member') acts.push('rename')
  acts.push('close_sessions')
  if (role !== 'admin') return acts
  if (account.kind === 'member') acts.push(dossier.role ? 'revoke' : 'grant')
  return [...acts, 'delete']
}

/** The players of a match who can be reported: people, but oneself. */
export interface Reportable {
  name: string
  about: { match?: string; side?: number; name?: string }
}
