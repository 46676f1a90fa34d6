/** The interface between a board and what is played on it. */

import type { Forecast } from '../protocol/core/display'
import type { Scene } from '../protocol/play/scene'
import type { Pick } from '../protocol/play/walker'
import type { Text } from '../protocol/words'

/** What a board plays on: a match, a lesson or a study. Refused actions throw an error with the reason. */
export interface Playable {
  readonly scene: Scene | null
  readonly running: boolean // whether actions are possible
  act(action: string, scene: Scene): Promise<unknown>
  why(picks: Pick[], scene: Scene): Promise<{ rule?: string; sentence?: Text }>
  forecast(action: string, scene: Scene): Promise<{ forecast?: Forecast | null }>
  draft?(actions: string[], scene: Scene): Promise<{ scene?: Scene | null }> // the scene after these actions
  turn?(actions: string[], scene: Scene): Promise<unknown>
}
