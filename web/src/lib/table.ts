/** What a person at a board plays on. */

import type { Forecast } from '../protocol/core/display'
import type { Scene } from '../protocol/play/scene'
import type { Pick } from '../protocol/play/walker'
import type { Text } from '../protocol/words'

/** What is played on: a match, or a position that somebody studies. It refuses with an error that says why. */
export interface Table {
  readonly scene: Scene | null
  readonly running: boolean // whether anybody may act
  act(action: string, scene: Scene): Promise<unknown>
  why(picks: Pick[], scene: Scene): Promise<{ rule?: string; sentence?: Text }>
  foresee(action: string, scene: Scene): Promise<{ forecast?: Forecast | null }>
  draft?(actions: string[], scene: Scene): Promise<{ scene?: Scene | null }> // what they would come to
  turn?(actions: string[], scene: Scene): Promise<unknown>
}
