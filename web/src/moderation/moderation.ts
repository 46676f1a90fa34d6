/** Types and helpers for the moderation pages. */

import type { Role } from '../protocol/accounts'
import type { ActName, AccountCase } from '../protocol/moderation'

/** The actions that a role can take on an account in its current state. */
export function actsOn({ dossier, within_reach }: AccountCase, role: Role): ActName[] {
  const { account, ban } = dossier
  if (!within_reach || account.kind === 'deleted') return []
  const acts: ActName[] = [ban ? 'unban' : 'ban']
  if (account.kind === 'member') acts.push('rename')
  acts.push('close_sessions')
  if (role !== 'admin') return acts
  if (account.kind === 'member') acts.push(dossier.role ? 'revoke' : 'grant')
  return [...acts, 'delete']
}

/** A player who can be reported: any person except the user. */
export interface Reportable {
  name: string
  about: { match?: string; side?: number; name?: string }
}
