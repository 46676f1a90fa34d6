"""The commands that a player can send to a match besides actions."""

from __future__ import annotations

from quincunx.clients.language import t
from quincunx.play.commands import Abort, Accept, Claim, Decline, MakeOffer, PlayerCommand, Resign
from quincunx.play.match import Match

Command = PlayerCommand


def possible(match: Match, sides: tuple[int, ...]) -> dict[str, PlayerCommand]:
    """The commands that make sense now, by name; the match may still refuse one."""
    found: dict[str, PlayerCommand] = {}
    if not sides:
        return found
    for offer, offered in match.offers.items():
        if len(sides) == 1 and offered.side in sides:
            found[t(f"screens.offers.withdraw.{offer}")] = Decline(offer)
        else:
            found[t(f"screens.offers.accept.{offer}")] = Accept(offer)
            found[t(f"screens.offers.decline.{offer}")] = Decline(offer)
    if match.status == "running":
        found |= _running(match, sides)
    elif match.status == "open":
        found[t("screens.offers.abort")] = Abort()
    elif match.status == "finished" and "rematch" not in match.offers and not match.rematch:
        again = t("screens.offers.rematch") if match.between_people() else t("screens.offers.again")
        found[again] = MakeOffer("rematch")
    return found


def _running(match: Match, sides: tuple[int, ...]) -> dict[str, PlayerCommand]:
    found: dict[str, PlayerCommand] = {}
    if "draw" not in match.offers:
        draw = t("screens.offers.agree_on_draw") if match.at_one_screen() else t("screens.offers.draw")
        found[draw] = MakeOffer("draw")
    if any(side in match.abandoned for side in (0, 1) if side not in sides):
        found[t("screens.offers.claim")] = Claim("win")
    found[t("screens.offers.resign")] = Resign()
    return found
