/** The effects of an action, in sentences for screen readers. */

import { signed } from '../words/numbers'
import { counted, say, t } from '../words/words.svelte'
import type { Forecast } from '../protocol/core/display'
import type { Side } from '../protocol/core/sides'
import type { Scene } from '../protocol/play/scene'

export function deeds(before: Scene | null, scene: Scene): string {
  if (!before || scene.ply !== before.ply + 1) return ''
  return scene.story?.changes.length ? changed(scene.story) : losses(before, scene)
}

function changed({ changes }: Forecast): string {
  return changes
    .map(({ text, amount, result }) =>
      t('spoken_change', { text: say(text), amount: signed(amount), result: say(result) }),
    )
    .join(' ')
}

function losses(before: Scene, scene: Scene): string {
  const count = (at: Scene, side: Side): number => at.pieces.filter(({ owner }) => owner === side).length
  const mover = before.to_move
  const other: Side = mover === 0 ? 1 : 0
  const lost = count(before, other) - count(scene, other)
  if (lost <= 0) return ''
  const turned = count(scene, mover) - count(before, mover) >= lost
  return counted(turned ? 'spoken_turned' : 'spoken_taken', lost)
}
