/** Puzzles. */
export const puzzles = {
  puzzles: 'Puzzles',
  puzzles_help: 'One turn wins, or saves the game, and no other does. Find it.',
  puzzle_of: '{game}: puzzle {number}',
  puzzle_number: 'Puzzle {number} of {count}',
  puzzle_rating: 'Rating {rating}',
  puzzle_daily: 'Today’s puzzle',
  puzzle_daily_done: 'Today’s puzzle: done',
  puzzle_start: 'Solve puzzles',
  puzzle_list: 'Puzzles to choose from',
  puzzle_count: '{count} puzzles',

  // what is to be done
  puzzle_win: '{side} to move: find the only turn that wins.',
  puzzle_save: '{side} to move: find the only turn that saves the game.',
  puzzle_turns_one: 'One turn.',
  puzzle_turns_other: '{count} turns, each the only one.',
  puzzle_before_solved: 'You have solved this one before: it no longer counts.',
  puzzle_before_failed: 'You have tried this one before: it no longer counts.',

  // how it goes
  puzzle_judging: 'Let’s see…',
  puzzle_right: 'Right! Go on.',
  puzzle_wrong: '{turn} is not it.',
  puzzle_answer: 'The answer is {answer}.',
  puzzle_chance: 'Your winning chance is {percent} % then.',
  puzzle_loses_one: 'It loses in one turn.',
  puzzle_loses_other: 'It loses in {count} turns.',
  puzzle_lost: 'The game is lost with it.',
  puzzle_not_won: 'The game is over, and not won.',
  puzzle_solved: 'Solved!',
  puzzle_solved_helped: 'Solved, though not at the first try.',
  puzzle_shown: 'That was the solution.',

  // what can be done
  puzzle_again: 'Try again',
  puzzle_take_back: 'Take back',
  puzzle_hint: 'Hint',
  puzzle_give_up: 'Show the solution',
  puzzle_next: 'Next puzzle',
  puzzle_analyse: 'Analyse',
  puzzle_all: 'All puzzles',

  // how one stands
  puzzle_mine: 'My puzzle rating',
  puzzle_guest: 'Your first try gives you a rating.',
  puzzle_solved_count: 'Solved',
  puzzle_streak: 'In a row',
  puzzle_best: 'Most in a row',
  puzzle_days: 'Days in a row',
  puzzle_change: '{change} points',

  key_again: 'Try again, take back',
  key_next: 'Next puzzle',
  key_hint: 'Hint',
}
