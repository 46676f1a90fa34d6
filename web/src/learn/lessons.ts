/** Lessons as the server has them: it judges every action, and keeps nothing. */

import { get, post } from '../lib/api'
import type { Scene } from '../lib/scene'
import type { Line } from '../study/positions'

export interface Task {
  ask: string
  hints: string[]
}

export interface Step {
  key: string
  title: string
  text: string
  teaches: string[]
  counts: boolean // whether what the game counts matters in it
  tasks: Task[]
}

export type Kind = 'begin' | 'right' | 'onward' | 'other' | 'illegal'

/** What came of an action, and how the step stands. */
export interface Tried {
  kind: Kind
  sentence: string
  rule: string
  actions: string[] // the learner's, as far as they are accepted
  task: number // how many are done
  over: boolean
  study: Line
  scenes: Scene[] // since the action; the last is the one to act in
}

const spoken = (language: string): string => (language === 'en' ? '' : `?language=${language}`)

export const lessons = {
  steps: (game: string, language: string): Promise<Step[]> => get(`/games/${game}/lessons${spoken(language)}`),
  attempt: (game: string, step: string, actions: string[], language: string): Promise<Tried> =>
    post(`/games/${game}/lessons/${step}/try${spoken(language)}`, { actions }),
}
