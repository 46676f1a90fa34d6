/** Under the hand: what is said at the board, and going through the moves. */
export const board = {
  can_place: 'you can place here',
  tap_again: 'Tap again to play here',
  sending: 'Sending…',
  you_pass: 'You have no move: the turn passes.',
  side_passes: '{side} has no move: the turn passes.',
  draft_none: 'First take a piece with Z and choose a square with X. Then C plays the move.',
  draft_aim: 'Choose a square with X first. Then C plays the move.',
  draft_whole: 'Press C to play this move, or Escape to discard it.',
  draft_on: 'Go on with X, press C to play the move, or Escape to discard it.',
  draft_not_there: 'The piece cannot go there. C plays the move as it is, Escape discards it.',
  draft_play: 'Play the move',
  draft_drop: 'Discard this move',
  list_keys:
    'Moves. Press ← or → to go back or forward, Home for the start, and End for the current position. On the board, use the comma and the full stop.',
  looking_back: 'Position {ply} of {plies}',
  at_start: 'The start of the game',
  back_to_now: 'Back to the current position',
  past_failed: 'Couldn’t load this position.',
}
