/** What the engine says of a match: asked for once, made by the server in its time, then kept with the match. */

import { isMissing, sentence } from '../account/asked.svelte'
import { get, post } from '../lib/api'
import type { Side } from '../lib/scene'
import { session } from '../lib/session.svelte'
import type { Verdict } from '../study/chances'
import { isFault, type Mark } from '../study/marks'
import type { GameNode } from '../study/tree.svelte'

const LOOK_AGAIN = 1_000 // milliseconds

/** The action from this ply to the next, how the position stood, and what was best there. */
export interface Judged extends Verdict {
  ply: number
  side: Side
  mark: Mark
  lost: number // of the mover's chance
  best: string
  line: string[]
  cells: [number, number][]
}

export interface SideJudged {
  side: Side
  accuracy: number
  inaccuracies: number
  mistakes: number
  blunders: number
}

export interface ReviewShown {
  unit: string
  plies: Judged[]
  final: Verdict
  summary: [SideJudged, SideJudged]
}

interface Job {
  state: 'waiting' | 'running' | 'done'
  progress: number
  review: ReviewShown | null
}

export class Review {
  job = $state.raw<Job | null>(null)
  known = $state(false) // whether the server has been asked
  trouble = $state('')
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor(private readonly id: string) {}

  get shown(): ReviewShown | null {
    return this.job?.review ?? null
  }

  /** See whether there is one. */
  async load(): Promise<void> {
    try {
      this.hear(await get<Job>(`/matches/${this.id}/review`))
    } catch (error) {
      if (!isMissing(error)) this.trouble = sentence(error)
    } finally {
      this.known = true
    }
  }

  /** Have one made, or hear of the one that was; who asks needs an account, and a guest's is made at once. */
  async ask(): Promise<void> {
    this.trouble = ''
    try {
      await session.ensure()
      this.hear(await post<Job>(`/matches/${this.id}/review`))
    } catch (error) {
      this.trouble = sentence(error)
    } finally {
      this.known = true
    }
  }

  /** Nobody looks any more. */
  leave(): void {
    clearTimeout(this.timer)
  }

  private hear(job: Job): void {
    this.job = job
    clearTimeout(this.timer)
    if (job.state !== 'done') this.timer = setTimeout(() => void this.load(), LOOK_AGAIN)
  }
}

/** Every position of the game with how it stood. */
export function spread({ plies, final }: ReviewShown, nodes: GameNode[]): void {
  plies.forEach((judged, ply) => nodes[ply] && (nodes[ply].verdict = judged))
  const last = nodes[plies.length]
  if (last) last.verdict = final
}

/** What is said of the action that led to a position; null for those that are not of the game. */
export function judgedAt(review: ReviewShown | null, node: GameNode): Judged | null {
  return node.parent && node.fork === node ? (review?.plies[node.ply - 1] ?? null) : null
}

/** The next position of the game after a fault, in a direction; null where there is none. */
export function nextFault({ plies }: ReviewShown, ply: number, direction: 1 | -1): number | null {
  const faults = plies.flatMap(({ mark }, index) => (isFault(mark) ? [index + 1] : []))
  return (direction === 1 ? faults.find((each) => each > ply) : faults.findLast((each) => each < ply)) ?? null
}
