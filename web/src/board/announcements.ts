/** The effects of an action, in sentences for screen readers. */

import { pieceAt } from '../lib/scene'
import { counted, say, t } from '../words/words.svelte'
import type { Side } from '../protocol/core/sides'
import type { Scene } from '../protocol/play/scene'

export function deeds(before: Scene | null, scene: Scene): string {
  if (!before || scene.ply !== before.ply + 1) return ''
  return scene.story?.strikes.length ? battle(before, scene) : losses(before, scene)
}

function battle(before: Scene, scene: Scene): string {
  const name = (cell: number): string => say(pieceAt(before, cell)?.name ?? '')
  return (scene.story?.strikes ?? [])
    .map(({ origin, target, damage, falls }) => {
      const struck = name(target)
      const blow = t('spoken_strike', { striker: name(origin), struck, damage })
      return falls ? `${blow} ${t('spoken_falls', { struck })}` : blow
    })
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
