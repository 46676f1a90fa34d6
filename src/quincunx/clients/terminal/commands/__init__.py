"""The commands of `quincunx`, one module each: `analyse.py` is `quincunx analyse`.

A module is imported only when its command is given, so that every command starts quickly. It has `add_arguments`, which
adds the command's arguments to a parser and sets the function to run.
"""

COMMANDS = {
    "play": "play in the terminal: against a bot, a friend, or somebody online",
    "window": "play in a program window; the default command",
    "games": "list the games and their options",
    "rules": "print the rules of a game",
    "learn": "learn a game's rules step by step",
    "puzzle": "solve puzzles: find the only turn that wins, or saves the game",
    "lobby": "show who is online on a server and who is looking for a game",
    "login": "log in: play in this terminal under the same name as in the window",
    "logout": "log out: play as a new guest from now on",
    "stats": "show your results and ratings",
    "history": "list your matches, the latest first, with their ids",
    "export": "export everything that is stored about you, as JSON",
    "analyse": "review a game with the engine: good moves, mistakes, better moves",
    "balance": "show how even each game is, as measured by bots",
    "show": "print a position as a board and as text",
    "replay": "play through a record and print how it ends",
    "match": "play two bots against each other, on all cores, from both sides",
    "arena": "let bots and other programs play a tournament, on all cores, from both sides",
    "random": "play random games and count their results",
    "perft": "count the lines of play to a given depth",
    "engine": "run as a UCI engine for other programs, for any game",
    "serve": "run the server",
    "workers": "play the bots' turns and review matches for the servers of a site",
    "db": "upgrade, back up or recompute the server's database",
    "admin": "moderate a server: roles, bans, reports",
    "doctor": "say what is installed and works, and how to get what is missing",
    "completion": "print what completes commands in a shell: bash, zsh or fish",
    "man": "print the manual page",
    "lab": "measure bots and games, and make the data that ships with them",
}
