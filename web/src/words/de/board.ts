/** Unter der Hand: was am Brett gesagt wird, und der Gang durch die Züge. */
export const board = {
  can_place: 'hier kannst du setzen',
  tap_again: 'Zum Spielen noch einmal tippen',
  sending: 'Wird gesendet…',
  you_pass: 'Du hast keinen Zug: der andere ist dran.',
  side_passes: '{side} hat keinen Zug: der andere ist dran.',
  draft_none: 'Nimm zuerst mit Z einen Stein und wähle mit X ein Feld. C spielt dann den Zug.',
  draft_aim: 'Wähle zuerst mit X ein Feld. C spielt dann den Zug.',
  draft_whole: 'C spielt diesen Zug, Escape verwirft ihn.',
  draft_on: 'Zieh mit X weiter, spiel den Zug mit C oder verwirf ihn mit Escape.',
  draft_not_there: 'Dorthin kann der Stein nicht ziehen. C spielt den Zug, wie er ist, Escape verwirft ihn.',
  draft_play: 'Zug spielen',
  draft_drop: 'Zug verwerfen',
  list_keys:
    'Züge. Mit ← und → gehst du zurück und vor, mit Pos1 zum Anfang und mit Ende zur aktuellen Stellung. Auf dem Brett gehen auch Komma und Punkt.',
  looking_back: 'Stellung {ply} von {plies}',
  at_start: 'Der Anfang der Partie',
  back_to_now: 'Zur aktuellen Stellung',
  past_failed: 'Diese Stellung ließ sich nicht laden.',
}
