/** The HTTP API. Every refusal is an ApiError with a message for the user. */

import type { Refusal } from '../protocol/errors'
import type { MatchShown } from '../protocol/matches'
import type { Text } from '../protocol/words'

export class ApiError extends Error {
  constructor(
    readonly code: string,
    readonly said: Text,
    readonly status: number,
  ) {
    super(code)
  }
}

/** A match's place in a list, for requesting the page after it. */
export function placeOf({ updated, id }: MatchShown): string {
  return `${updated}.${id}`
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

// errors that no server has sent
const UNREACHABLE = { code: 'browser.unreachable' }
const FAILED = { code: 'browser.failed' }

const PATIENCE = 20_000 // milliseconds until a request times out

async function ask(method: string, path: string, body?: unknown): Promise<Response> {
  const sent = body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
  let answer: Response
  try {
    answer = await fetch(`/api${path}`, { method, signal: AbortSignal.timeout(PATIENCE), ...sent })
  } catch {
    throw new ApiError('offline', UNREACHABLE, 0)
  }
  if (answer.ok) return answer
  throw await refusal(answer)
}

async function refusal(answer: Response): Promise<ApiError> {
  const told = (await answer.json().catch(() => ({}))) as Partial<Refusal>
  return new ApiError(told.error ?? 'failed', told.message ?? FAILED, answer.status)
}
