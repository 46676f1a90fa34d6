/** How the scene that is shown stands, in words for the person at this screen. */

import { say, sayCapital, t } from '../words/words.svelte'
import type { Side } from '../protocol/core/sides'
import type { Scene } from '../protocol/play/scene'

export interface Standing {
  scene: Scene
  mine: boolean // the person at this screen is to act
  side: Side | null // the one side that this person plays; null for both at one screen, and for who watches
  mover: Side | null // who made the last action
  sending: boolean // an own action is on its way and not answered
}

export function statusOf({ scene, mine, side, mover, sending }: Standing): string {
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
