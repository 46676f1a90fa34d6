import type { Side } from '../protocol/core/sides'
import type { Scene } from '../protocol/play/scene'

/** Whether a side's pieces are the dark or the light ones: the game says which side has the light ones. */
export function toneOf(scene: Scene, side: Side): 'dark' | 'light' {
  return side === scene.light ? 'light' : 'dark'
}
