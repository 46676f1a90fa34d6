/** Menu, setting up a match, rules, settings. */
export const start = {
  // the bar at the top
  home: 'Quincunx: to the start',
  nav: 'Pages',
  nav_play: 'Play',
  nav_watch: 'Watch',
  nav_leaders: 'Leaders',
  nav_rules: 'Rules',
  log_in: 'Log in',
  settings: 'Settings',
  line_lost: 'The line is lost. Reconnecting …',
  offline: 'You are offline; this page reconnects by itself.',

  // challenges
  challenges: 'Challenges',
  challenged_by: '{name} wants to play with you',
  accept: 'Play',
  decline: 'No, thanks',

  // the menu
  against_bot: 'Play against a bot',
  against_bot_more: 'Eight levels, from newcomer to grandmaster',
  against_friend: 'Play against your friend',
  against_friend_more: 'On this screen, by link, or with somebody new',
  go_on: 'Go on playing',
  go_on_with: '{game} with {name}',
  your_turn_there: 'running',
  all_mine: 'All my games',
  menu_more: 'More',
  menu_watch: 'Watch a game',
  menu_leaders: 'Leader board',
  menu_rules: 'Rules',
  menu_account: 'Account and stats',
  other_language: 'Deutsch',

  // bots and people
  bot_named: '{name} (level {level})',
  bot_plain: 'Bot, level {level}',
  open_seat: 'open seat',
  versus: 'against',

  // clocks
  clock: 'Clock',
  clock_none: 'No clock',
  clock_turn: 'Each turn',
  clock_fischer: 'Whole game',
  clock_days: 'Days',
  clock_none_help: 'Take all the time you like.',
  clock_turn_help: 'The same time for every turn.',
  clock_fischer_help: 'Minutes for the whole game, and some seconds more after every turn.',
  clock_days_help: 'Days for every turn; come back whenever you like.',
  seconds_one: '{count} second a turn',
  seconds_other: '{count} seconds a turn',
  minutes_one: '{count} minute a turn',
  minutes_other: '{count} minutes a turn',
  fischer_short: '{minutes} min + {increment} s',
  days_one: '{count} day a turn',
  days_other: '{count} days a turn',
  how_long: 'How long',
}
