"""The commands of `quincunx`, one module each: `analyse.py` is `quincunx analyse`.

A module is imported only when its command is given, so that every command starts quickly. It has `add_arguments`,
which adds the command's arguments to a parser and says what to run.
"""

COMMANDS = {
    "play": "play in the terminal: against a bot, a friend, or somebody online",
    "window": "play in a program window; so does quincunx alone",
    "games": "list the games and their options",
    "rules": "print the rules of a game",
    "learn": "learn a game's rules step by step, line by line",
    "puzzle": "solve puzzles: find the only turn that wins, or saves the game",
    "lobby": "show who is online at a server and who is looking for a game",
    "login": "play in this terminal under a name, the same as in the window",
    "logout": "play as a new guest from now on",
    "stats": "show your results and ratings",
    "history": "list your matches, the latest first, with their ids",
    "export": "export everything that is stored about you, as JSON",
    "analyse": "look at a game again: what was good, what was better",
    "balance": "show how even the games are, as bots have measured it",
    "show": "print the board",
    "replay": "play through a record and print how it ends",
    "match": "let two bots play each other on all cores, both sides alike",
    "random": "play random games and count their results",
    "perft": "count the lines of play of a given depth; the count comes last",
    "engine": "run as a UCI engine for other programs, in every game",
    "serve": "run the server",
    "db": "take care of the server's database",
    "admin": "look after the people on a server: roles, bans, reports",
    "lab": "measure bots and games, and make the data that ships with them",
}
