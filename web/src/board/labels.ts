/** Labels of cells for screen readers. */

import { pieceAt, square } from '../lib/scene'
import { capital } from '../words/catalogue'
import { say, sayAction, sayCapital, t } from '../words/words.svelte'
import type { Target } from './control.svelte'
import type { Scene } from '../protocol/play/scene'

const WORDS = { go: 'can_go', take: 'can_take', place: 'can_place' } as const

export function cellLabel(scene: Scene, cell: number, target: Target | undefined): string {
  const piece = pieceAt(scene, cell)
  const parts = [square(scene.board, cell), piece ? pieceLabel(scene, cell) : markLabel(scene, cell)]
  if (target) parts.push(t(WORDS[target]))
  return parts.join(', ')
}

export function pieceLabel(scene: Scene, cell: number): string {
  const piece = pieceAt(scene, cell)
  if (!piece) return ''
  const owner = say(scene.players[piece.owner])
  const name = say(piece.name)
  const parts = [name === owner ? name : t('piece_of', { piece: name, side: owner })]
  for (const { label, value, most } of piece.badges ?? []) {
    if (most !== undefined) parts.push(`${say(label)} ${t('of', { value: say(value), most: say(most) })}`)
  }
  for (const effect of piece.effects ?? []) parts.push(say(effect))
  return parts.join(', ')
}

/** The label of a named choice: the game's own text, or ours for actions that every game has. */
export function choiceName(scene: Scene, choice: string): string {
  const label = scene.choice_labels[choice] ?? choice
  return label === choice ? capital(sayAction(choice)) : sayCapital(label)
}

function markLabel(scene: Scene, cell: number): string {
  const { marks, mark_names = {} } = scene.board
  const mark = marks[cell]
  return mark ? t('empty_marked', { mark: say(mark_names[mark] ?? mark) }) : t('empty')
}
