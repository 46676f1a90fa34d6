"""Turns that are drafts until they are played: Z takes a piece, X moves it, C plays the turn."""

from __future__ import annotations

from quincunx.clients.language import t
from quincunx.clients.match_seat import MatchSeat
from quincunx.clients.terminal.screens.draft import Draft
from quincunx.clients.terminal.screens.glyphs import Glyphs
from quincunx.clients.terminal.screens.match_screen import MatchScreen
from quincunx.play.walker import Step


class DraftScreen(MatchScreen):
    """Uses drafts if the game's document asks for it; otherwise plays actions at once."""

    def __init__(self, seat: MatchSeat, signs: Glyphs) -> None:
        self.draft: Draft | None = None
        super().__init__(seat, signs)

    def _take_up(self) -> None:
        super()._take_up()
        drafts = self.hand is not None and self.seat.game.spec.drafts
        self.draft = Draft(self.match.state) if drafts else None

    def action_take(self) -> None:
        """Take the piece under the cursor; undoes the draft."""
        if self.draft is None:
            super().action_take()
            return
        refusal = self.draft.take(self.cursor)
        self.say("" if refusal is None else self.refused(refusal))
        if self.draft.taken is not None and refusal is None:
            self.cursor = self.draft.taken
        self.draw()

    def action_aim(self) -> None:
        """Move the taken piece, in the draft."""
        if self.draft is None:
            super().action_aim()
            return
        if self.draft.taken is None and not self.draft.played and self.hand is not None and self.hand.taken:
            self.draft.take(self.hand.taken[0])  # it was picked by Enter or a click
        self._drafted(self.draft.aim(self.cursor))

    def action_close(self) -> None:
        """Play the turn."""
        closed = self.draft.close() if self.draft is not None else None
        if self.draft is None:
            super().action_close()
        elif isinstance(closed, list):
            self.play(*closed)
        else:
            self._came(closed)

    def action_reset(self) -> None:
        """Discard the draft."""
        if self.draft is not None:
            self._take_up()
        super().action_reset()

    def _drafted(self, step: Step) -> None:
        """Show the effect of a pick in the draft, and what the player can do next."""
        if step.action is None:
            self._came(step)
            return
        made = self.draft is not None and self.draft.made
        self.say(t("screens.draft.made") if made else t("screens.draft.under_way"))
        self.draw()

    def _chosen(self, name: str | None) -> None:
        if self.draft is None:
            super()._chosen(name)
        elif name is None:
            self.action_reset()
        else:
            self._drafted(self.draft.choose(name))

    def _must_choose(self) -> tuple[str, ...]:
        return super()._must_choose() if self.draft is None else self.draft.hand.must_choose()
