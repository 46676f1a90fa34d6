"""What a player can ask of a match besides an action."""

from __future__ import annotations

from quincunx.play.commands import Abort, Accept, Claim, Decline, MakeOffer, PlayerCommand, Resign
from quincunx.play.match import Match

Command = PlayerCommand


def possible(match: Match, sides: tuple[int, ...]) -> dict[str, PlayerCommand]:
    """The commands by what they are called; a match may still refuse one, and says why."""
    found: dict[str, PlayerCommand] = {}
    if not sides:
        return found
    for offer, offered in match.offers.items():
        if len(sides) == 1 and offered.side in sides:
            found[f"withdraw the {offer} offer"] = Decline(offer)
        else:
            found[f"accept the {offer}"] = Accept(offer)
            found[f"decline the {offer}"] = Decline(offer)
    if match.status == "running":
        found |= _running(match, sides)
    elif match.status == "open":
        found["abort the match"] = Abort()
    elif match.status == "finished" and "rematch" not in match.offers and not match.rematch:
        found["offer a rematch" if match.between_people() else "play again"] = MakeOffer("rematch")
    return found


def _running(match: Match, sides: tuple[int, ...]) -> dict[str, PlayerCommand]:
    found: dict[str, PlayerCommand] = {}
    if "draw" not in match.offers:
        found["agree on a draw" if match.at_one_screen() else "offer a draw"] = MakeOffer("draw")
    if any(side in match.abandoned for side in (0, 1) if side not in sides):
        found["claim the win: your opponent is away"] = Claim("win")
    found["resign"] = Resign()
    return found
