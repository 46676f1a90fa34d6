/** The engine's review of a match: it is requested once, made by the server, and stored with the match. */

import { isMissing, isPassing, sentence } from '../lib/request.svelte'
import { get, post } from '../lib/api'
import { live } from '../lib/live.svelte'
import { session } from '../lib/session.svelte'
import { isFault } from '../study/marks'
import type { GameNode } from '../study/tree.svelte'
import type { ReviewShown } from '../protocol/reviews'
import type { Ply, Review as Judgement } from '../protocol/search/review'
import type { Text } from '../protocol/words'

const LOOK_AGAIN = 1_000 // milliseconds
const TRY_AGAIN = 5_000 // after a failure

export class Review {
  job = $state.raw<ReviewShown | null>(null)
  known = $state(false) // whether the server has been asked
  trouble = $state.raw<Text>('')
  private timer: ReturnType<typeof setTimeout> | undefined
  private left = false
  private readonly forget: () => void

  constructor(private readonly id: string) {
    this.forget = live.whenReviewed((match) => match === id && void this.load())
  }

  get shown(): Judgement | null {
    return this.job?.review ?? null
  }

  /** Check whether there is a review. */
  async load(): Promise<void> {
    try {
      this.hear(await get<ReviewShown>(`/matches/${this.id}/review`))
    } catch (error) {
      if (!isMissing(error)) this.trouble = sentence(error)
      if (isPassing(error)) this.lookAfter(TRY_AGAIN)
    } finally {
      this.known = true
    }
  }

  /** Request a review, or load the existing one; this creates a guest account if the user has none. */
  async ask(): Promise<void> {
    this.trouble = ''
    try {
      await session.ensure()
      this.hear(await post<ReviewShown>(`/matches/${this.id}/review`))
    } catch (error) {
      this.trouble = sentence(error)
    } finally {
      this.known = true
    }
  }

  /** Stop, because the page was left. */
  leave(): void {
    this.left = true
    this.forget()
    clearTimeout(this.timer)
  }

  private hear(job: ReviewShown): void {
    if (this.shown) return // a late, older answer
    this.job = job
    this.trouble = ''
    if (job.state === 'done') clearTimeout(this.timer)
    else this.lookAfter(LOOK_AGAIN)
  }

  private lookAfter(pause: number): void {
    clearTimeout(this.timer)
    if (!this.left) this.timer = setTimeout(() => void this.load(), pause)
  }
}

/** Store the verdicts of a review in the positions of the game. */
export function spread({ plies, final }: Judgement, nodes: GameNode[]): void {
  plies.forEach((judged, ply) => nodes[ply] && (nodes[ply].verdict = judged))
  const last = nodes[plies.length]
  if (last) last.verdict = final
}

/** The judgement of the action that led to a position; null outside the game. */
export function judgedAt(review: Judgement | null, node: GameNode): Ply | null {
  return node.parent && node.fork === node ? (review?.plies[node.ply - 1] ?? null) : null
}

/** The ply after the next fault in a direction; null if there is none. */
export function nextFault({ plies }: Judgement, ply: number, direction: 1 | -1): number | null {
  const faults = plies.flatMap(({ mark }, index) => (isFault(mark) ? [index + 1] : []))
  return (direction === 1 ? faults.find((each) => each > ply) : faults.findLast((each) => each < ply)) ?? null
}
