/** Short wooden sounds, synthesized so that nothing needs loading. */

import { settings } from './settings.svelte'

/** The events on a board that have a sound. */
export type Happening = 'move' | 'take' | 'loss' | 'alarm' | 'end'

interface Knock {
  pitch: number
  length: number
  loud: number
  again?: number // seconds until the sound is repeated
}

const KNOCKS: Record<Happening | 'turn', Knock> = {
  move: { pitch: 520, length: 0.07, loud: 0.5 },
  take: { pitch: 340, length: 0.1, loud: 0.7, again: 0.06 },
  loss: { pitch: 240, length: 0.12, loud: 0.7 },
  alarm: { pitch: 620, length: 0.1, loud: 0.6, again: 0.12 },
  turn: { pitch: 700, length: 0.06, loud: 0.25 },
  end: { pitch: 300, length: 0.3, loud: 0.6, again: 0.2 },
}

let context: AudioContext | null = null

export function knock(what: keyof typeof KNOCKS): void {
  if (!settings.sound || !navigator.userActivation?.hasBeenActive) return
  context ??= new AudioContext()
  const { pitch, length, loud, again } = KNOCKS[what]
  tap(context, context.currentTime, pitch, length, loud)
  if (again) tap(context, context.currentTime + again, pitch * 0.84, length, loud * 0.8)
}

function tap(audio: AudioContext, at: number, pitch: number, length: number, loud: number): void {
  const tone = audio.createOscillator()
  const volume = audio.createGain()
  tone.type = 'triangle'
  tone.frequency.setValueAtTime(pitch, at)
  tone.frequency.exponentialRampToValueAtTime(pitch / 2.2, at + length)
  volume.gain.setValueAtTime(loud * 0.3, at)
  volume.gain.exponentialRampToValueAtTime(0.001, at + length)
  tone.connect(volume).connect(audio.destination)
  tone.start(at)
  tone.stop(at + length)
}
