import type { Side } from '../protocol/core/sides'
import type { Scene } from '../protocol/play/scene'

/** The tone of a side's pieces; the game says which side has the light ones. */
export function toneOf(scene: Scene, side: Side): 'dark' | 'light' {
  return side === scene.light ? 'light' : 'dark'
}
