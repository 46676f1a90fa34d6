/** What moderators see and do, as the server has it. */

import type { MatchShown } from '../lib/api'
import type { Role } from '../lib/session.svelte'

export type ReportKind = 'abuse' | 'cheating' | 'name' | 'other'
export type ActName =
  'ban' | 'unban' | 'rename' | 'close_sessions' | 'grant' | 'revoke' | 'delete' | 'annul' | 'close_report'

export interface Report {
  id: string
  at: number
  kind: ReportKind
  text: string
  reporter: string
  reporter_name: string
  subject: string
  subject_name: string
  match: string | null
  closed: number | null // when; null while it is open
  note: string
}

/** An entry of the audit log; without an actor it was the operator. */
export interface Entry {
  id: number
  at: number
  act: ActName
  reason: string
  actor: string | null
  actor_name: string | null
  account: string | null
  account_name: string | null
  match: string | null
  network: string
}

export interface Dossier {
  account: { id: string; kind: 'guest' | 'member' | 'deleted'; name: string; created: number }
  role: Role | null
  ban: { reason: string; since: number; until: number | null } | null
  sessions: { id: string; agent: string; seen: number; network: string }[]
  tokens: number
  matches: MatchShown[]
  reports: Report[]
  acts: Entry[]
}

export interface Moderated {
  dossier: Dossier
  within_reach: boolean // whether the asker's role reaches the account
}

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
