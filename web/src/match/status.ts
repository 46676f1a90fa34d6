/** The status of the scene on the board, as text for the user. */

import { say, sayCapital, t } from '../words/words.svelte'
import type { Side } from '../protocol/core/sides'
import type { Scene } from '../protocol/play/scene'

export interface Situation {
  scene: Scene
  mine: boolean // it is the user's turn
  side: Side | null // the side that the user plays; null on a shared screen and for watchers
  mover: Side | null // the side that made the last action
  sending: boolean // an action of the user has not been answered yet
}

export function statusOf({ scene, mine, side, mover, sending }: Situation): string {
  if (sending) return t('sending')
  const passed = scene.action === 'pass' && mover !== null && !scene.outcome ? passing(scene, mover, side) : ''
  const prompt = mine ? (scene.prompt ?? '') : ''
  if (mine && side !== null) return joined(passed, prompt ? say(prompt) : t('your_turn'))
  return joined(passed, say(scene.status), say(prompt))
}

function passing(scene: Scene, mover: Side, side: Side | null): string {
  return mover === side ? t('you_pass') : t('side_passes', { side: sayCapital(scene.players[mover]) })
}

function joined(...parts: string[]): string {
  return parts.filter(Boolean).join(' ')
}
