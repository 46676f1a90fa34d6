/** The lessons API: the server judges every action and stores nothing. */

import { get, post } from '../lib/api'
import type { StepShown, StepResult } from '../protocol/lessons'

const spoken = (language: string): string => (language === 'en' ? '' : `?language=${language}`)

export const lessons = {
  steps: (game: string, language: string): Promise<StepShown[]> => get(`/games/${game}/lessons${spoken(language)}`),
  attempt: (game: string, step: string, actions: string[], language: string): Promise<StepResult> =>
    post(`/games/${game}/lessons/${step}/try${spoken(language)}`, { actions }),
}
