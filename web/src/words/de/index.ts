import type { en } from '../en'
import { account } from './account'
import { balance } from './balance'
import { board } from './board'
import { common } from './common'
import { learn } from './learn'
import { match } from './match'
import { moderation } from './moderation'
import { puzzles } from './puzzles'
import { security } from './security'
import { start } from './start'
import { study } from './study'

/** Our own words, in German: the types see to it that none is missing. */
export const de: Record<keyof typeof en, string> = {
  ...common,
  ...start,
  ...match,
  ...board,
  ...learn,
  ...balance,
  ...account,
  ...security,
  ...study,
  ...puzzles,
  ...moderation,
}
