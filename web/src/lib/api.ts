/** The HTTP API. Every refusal is an ApiError with a sentence for people. */

import type { Scene, Side } from './scene'

export class ApiError extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly status: number,
  ) {
    super(message)
  }
}

export interface Account {
  id: string
  kind: 'guest' | 'member'
  name: string
  created: number
}

export interface OptionShown {
  name: string
  title: string // for people
  help: string
  expected: string
  default: string
  kind: string
  choices?: string[]
  prominent: boolean // chosen where a match is set up, not behind "More"
  own: string // what each player brings, such as an army; empty where both share it
  side: Side | null // whose it is then
  least?: number
  most?: number
}

export interface GameShown {
  key: string
  title: string // for people
  summary: string
  players: [string, string]
  person_side: Side | null // that a person has against a bot, unless he chooses
  drafts: boolean // with keys, an action stays a draft until it is handed over
  options: OptionShown[]
  clock: Clock | null // the usual one
  abortable: boolean // once both players are there
  scene: Scene // how it begins
  lessons: boolean // whether there are any
  puzzles: boolean
}

export interface BotShown {
  level: number
  name: string
}

export type Clock =
  | { kind: 'none' }
  | { kind: 'turn'; seconds: number }
  | { kind: 'fischer'; seconds: number; increment: number }
  | { kind: 'days'; days: number }

export type Status = 'open' | 'running' | 'finished' | 'aborted'

export interface MatchShown {
  id: string
  game: string
  options: Record<string, unknown>
  clock: Clock
  kind: string
  rated: boolean
  visibility: string
  status: Status
  players: [Player, Player]
  mine: Side[] // the sides that the asker plays
  winner: Side | null
  reason: string | null // a word; null while it has not ended
  ending: string // the reason in a sentence; empty while it has not ended
  leg: 1 | 2 | null // which of two games
  other_leg: string | null // the match of the other one, once there is one
  annulled: boolean // it counts for nothing
  version: number
  created: number
  updated: number
}

/** What a rated match did to a player's rating. */
export interface Change {
  before: number
  after: number
  provisional: boolean
}

/** A match by itself. */
export interface MatchTold extends MatchShown {
  points: [Change | null, Change | null] | null // of a rated one that is finished
}

/** A match that is being played, with the position on its board. */
export interface MatchWatched extends MatchShown {
  scene: Scene
}

/** Somebody who is connected. */
export interface Present {
  name: string
  kind: 'member' | 'guest'
  playing: boolean
}

/** Somebody who looks for a game; a seek with this id as `take` takes it. */
export interface Sought {
  id: string
  name: string
  rating: number | null
  provisional: boolean
  game: string
  options: Record<string, unknown>
  clock: Clock
  rated: boolean
  legs: 1 | 2
  since: number
  mine: boolean
}

export interface Gathering {
  connected: number
  players: Present[]
  seeking: number
  seeks: Sought[]
}

/** A match's place in a list, to ask for the page after it. */
export function placeOf({ updated, id }: MatchShown): string {
  return `${updated}.${id}`
}

export interface Player {
  name: string
  kind: 'person' | 'bot' | 'friend' | 'open'
}

export interface Scenes {
  plies: number
  first: number
  scenes: Scene[]
}

export interface Rating {
  rating: number
  deviation: number
  volatility: number
}

export interface Rated {
  game: string
  rating: Rating
  played: number
  provisional: boolean
}

/** A rating after a match. */
export interface Point {
  match: string
  at: number
  rating: Rating
  provisional: boolean
}

export interface Leader {
  name: string
  rating: Rating
  played: number
  provisional: boolean
}

export interface Counted {
  game: string
  opponent: string
  side: Side
  stats: { won: number; lost: number; drawn: number; captures: number; longest: number }
}

export interface Streaking {
  game: string
  opponent: string
  streak: { current: number; best: number }
}

export interface Profile {
  name: string
  since: number
  ratings: Rated[]
  stats: Counted[]
  streaks: Streaking[]
}

export interface MySession {
  session: { id: string; agent: string; created: number; seen: number; expires: number }
  current: boolean
}

export interface Token {
  id: string
  label: string
  scopes: string[]
  created: number
  used: number | null
  expires: number | null
}

export interface Passkey {
  id: string
  label: string
  created: number
  used: number | null
}

/** What guards an account. */
export interface Security {
  passkeys: Passkey[]
  second_factor: number | null // since when
  recovery_codes: number // that are left
  email: { address: string; confirmed: number; language: string } | null
}

/** What the server offers besides a name and a password. */
export interface Ways {
  passkeys: boolean
  mail: boolean
}

export async function get<Answer>(path: string): Promise<Answer> {
  return (await ask('GET', path)).json() as Promise<Answer>
}

export async function getText(path: string): Promise<string> {
  return (await ask('GET', path)).text()
}

export async function post<Answer = void>(path: string, body?: unknown): Promise<Answer> {
  const answer = await ask('POST', path, body)
  return (answer.status === 204 ? undefined : await answer.json()) as Answer
}

export async function remove(path: string): Promise<void> {
  await ask('DELETE', path)
}

const PATIENCE = 20_000 // milliseconds for an answer: nothing loads for ever

async function ask(method: string, path: string, body?: unknown): Promise<Response> {
  const sent = body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
  let answer: Response
  try {
    answer = await fetch(`/api${path}`, { method, signal: AbortSignal.timeout(PATIENCE), ...sent })
  } catch {
    throw new ApiError('offline', 'The server cannot be reached.', 0)
  }
  if (answer.ok) return answer
  throw await refusal(answer)
}

async function refusal(answer: Response): Promise<ApiError> {
  const told = (await answer.json().catch(() => ({}))) as { error?: string; message?: string }
  return new ApiError(told.error ?? 'failed', told.message ?? 'Something went wrong.', answer.status)
}
