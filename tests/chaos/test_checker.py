"""The checker finds nothing in a correct history, and every way of breaking one."""

from __future__ import annotations

import threading
from dataclasses import replace

import msgspec
import pytest

from chaos.checker import check
from chaos.checks.afterwards import unnotified
from chaos.checks.evidence import Evidence
from chaos.history import Answer, Complaint, Span
from chaos.outages import Outages
from chaos.stories import GAME, TOOK, Story
from chaos.watchdog import Watchdog, Watched
from quincunx.play.clocks import PerTurn
from quincunx.play.commands import Abandon, Flag, Resume
from quincunx.play.events import Acted, Ended, read_event, write_event
from services import DEADLINE


@pytest.fixture
def story() -> Story:
    """Twelve moves of one match, with a wrong move and an offer in between, and one pairing."""
    told = Story()
    told.begins("m1", 1.0)
    for number in range(12):
        told.moves("m1", 2.0 + number)
    told.asks("ann", "m1", 14.2, "act", action="end", position=1)
    told.asks("ann", "m1", 14.4, "offer", offer="draw")
    told.seeks("ann", 15.0)
    told.seeks("bob", 15.5)
    told.begins("m2", 16.0, kind="pool")
    told.moves("m2", 17.0)
    return told


def kinds(story: Story) -> set[str]:
    return {violation.kind for violation in check(story.history, story.stored)}


def command(story: Story, number: int, match: str = "m1") -> tuple[str, str]:
    kept = [kept for kept in story.stored.commands if kept.match == match][number]
    return kept.actor, kept.command


def test_a_correct_history(story: Story) -> None:
    assert check(story.history, story.stored) == []


def test_an_acknowledged_command_that_is_lost(story: Story) -> None:
    del story.stored.commands[5]
    assert "acknowledged but lost: its id is not in the database" in kinds(story)


def test_the_end_of_a_log_is_lost(story: Story) -> None:
    story.stored.logs["m1"] = story.stored.logs["m1"][:-3]
    story.stored.versions["m1"] -= 3
    found = kinds(story)
    assert "acknowledged but lost: its events are not in the log" in found
    assert "seen, but not in the log" in found


def test_a_whole_match_is_lost(story: Story) -> None:
    del story.stored.logs["m1"]
    assert {"a match was created but is lost", "joined, but not seated"} <= kinds(story)


def test_a_command_is_carried_out_twice(story: Story) -> None:
    kept = story.stored.commands[9]
    story.history.operations[kept.actor, kept.command].answers.append(Answer(14.0, "ack", "", "m1", 14, 14))
    assert "acknowledged twice, differently" in kinds(story)


def test_two_commands_own_the_same_event(story: Story) -> None:
    one, other = story.stored.commands[3:5]
    story.stored.commands[4] = other._replace(first=one.first, last=one.last)
    assert "two commands own one event" in kinds(story)


def test_an_acknowledgement_with_somebody_elses_event(story: Story) -> None:
    one, other = command(story, 2), command(story, 4)
    first, second = story.history.operations[one], story.history.operations[other]
    first.request["command"], second.request["command"] = second.request["command"], first.request["command"]
    assert "acknowledged, but its versions are other events" in kinds(story)


def test_a_refused_command_is_in_the_log(story: Story) -> None:
    operation = story.history.operations[command(story, 6)]
    operation.answers = [Answer(operation.invoked + TOOK, "refused", "stale")]
    assert "refused, but in the log" in kinds(story)


def test_a_command_that_nobody_sent(story: Story) -> None:
    del story.history.operations[command(story, 6)]
    assert "nobody sent the stored command id9" in kinds(story)
    story.stored.commands = []
    assert "in the log, but nobody sent it" in kinds(story)


def test_a_version_is_missing(story: Story) -> None:
    del story.stored.logs["m1"][4]
    assert "versions with gaps" in kinds(story)


def test_a_header_that_is_ahead_of_its_log(story: Story) -> None:
    story.stored.versions["m1"] += 1
    assert "versions with gaps" in kinds(story)


def test_two_clients_see_two_orders(story: Story) -> None:
    payloads = [payload for _, payload in story.history.seen["m1"]]
    story.history.see("bob", "m1", 2, 3, [payloads[3], payloads[2]])
    assert kinds(story) == {"out of order"}


def test_a_client_misses_a_version(story: Story) -> None:
    story.history.see("bob", "m1", 2, 4, [story.history.seen["m1"][3][1]])
    assert kinds(story) == {"out of order"}


def test_what_was_seen_is_not_what_was_stored(story: Story) -> None:
    at, payload = story.history.seen["m1"][4]
    event = read_event(payload)
    story.history.seen["m1"][4] = at, write_event(msgspec.structs.replace(event, at=event.at + 1))
    assert "seen, but not in the log" in kinds(story)


def test_an_acknowledgement_from_the_past(story: Story) -> None:
    """Sent when a later event was already known, so it cannot precede that event."""
    late = story.history.operations[command(story, 3)]
    late.sent, late.answers = [9.0], [replace(late.answers[0], at=9.1)]
    assert "acknowledged before what came earlier" in kinds(story)


def test_a_refusal_from_the_past(story: Story) -> None:
    """Refused because it was not the player's turn, as in a position that everyone knew to be outdated."""
    match = story.matches["m1"]
    legal = match.state.text(match.state.legal_actions()[0])
    account = match.account_at(match.state.to_move)
    assert account is not None
    operation = story.asks(account, "m1", 20.0, "act", action=legal, position=match.position)
    story.stored.commands.pop()
    story.stored.logs["m1"].pop()
    story.history.seen["m1"].pop()
    story.stored.versions["m1"] -= 1
    operation.answers = [Answer(20.1, "refused", "not_your_turn")]
    assert "refused without a reason" in kinds(story)
    operation.answers = [Answer(20.1, "refused", "too_fast"), Answer(20.4, "refused", "no_hints")]
    assert "refused without a reason" not in kinds(story)


def test_tables_that_disagree_with_the_logs(story: Story) -> None:
    story.stored.differences.append("ratings: lacks ('ann', 1512.0)")
    assert kinds(story) == {"tables that disagree with the logs"}


def test_a_log_that_breaks_the_rules(story: Story) -> None:
    rows = story.stored.logs["m1"]
    rows[6], rows[7] = rows[7]._replace(version=7), rows[6]._replace(version=8)
    assert kinds(story) & {"a log cannot be replayed", "out of turn"}


def test_a_flag_falls_too_early(story: Story) -> None:
    match = story.matches["m2"]
    ended = Ended(at=int(story.history.wall_time(20.0)), winner=1 - match.state.to_move, reason="time")
    story._log("m2", [ended], 20.1)
    assert "out of time too early, by the log" in kinds(story)


def test_a_flag_falls_because_of_a_wrong_clock() -> None:
    story = Story()
    story.begins("m1", 1.0, clock=PerTurn(10))
    story.moves("m1", 2.0)
    story.happens("m1", 13.0, Flag())
    assert check(story.history, story.stored) == []
    at, payload = story.history.seen["m1"][-1]
    story.history.seen["m1"][-1] = at - 6.0, payload
    assert "out of time too early, by our clock" in kinds(story)


def test_an_event_with_the_time_of_a_wrong_clock(story: Story) -> None:
    story.history.wall += 5_000
    assert "an event with a wrong time" in kinds(story)


def test_a_clock_is_given_time_in_which_a_server_worked() -> None:
    story = Story()
    story.begins("m1", 1.0)
    story.moves("m1", 2.0)
    since, until = (int(story.history.wall_time(at)) for at in (10.0, 30.0))
    story.happens("m1", 30.5, Resume(since, until))
    assert kinds(story) == {"a clock was given too much time back"}
    story.history.dark = [Span(9.5, 30.2)]
    assert kinds(story) == set()


def test_a_clock_runs_while_no_server_works() -> None:
    story = Story()
    story.begins("m1", 1.0, clock=PerTurn(20))
    story.moves("m1", 2.0)
    story.moves("m1", 3.0)
    story.happens("m1", 23.1, Flag())
    assert kinds(story) == set()
    story.history.down = story.history.dark = [Span(6.0, 16.0)]
    assert kinds(story) == {"a clock ran while no server could work"}


def test_when_no_server_could_work() -> None:
    noted, now = Outages(), iter([1.0, 2.0, 3.0, 4.0, 5.0, 6.0])
    with noted.of(["a"], lambda: next(now)), noted.of(["b"], lambda: next(now)) as of_b:
        of_b[0].begun = 2.5
    with noted.of(["b"], lambda: next(now)):
        pass
    assert noted.dark(["a", "b"]) == [Span(2.0, 3.0)]
    assert noted.down(["a", "b"]) == [Span(2.0, 2.5)]
    assert noted.dark(["a", "b", "c"]) == []


@pytest.mark.parametrize("error", [None, ConnectionResetError()])
def test_a_late_answer_is_an_outage_that_nobody_has_to_make_good(error: Exception | None) -> None:
    """Neither clocks nor anything else must be corrected for it, but they may be."""
    noted, time, asked = Outages(), [1.0], threading.Event()

    def ask() -> None:
        time[0] += 0.5 if asked.is_set() else 3.0
        asked.set()
        if error:
            raise error

    watchdog = Watchdog([Watched(ask, ["a", "b"])], noted, lambda: time[0])
    watchdog.start()
    assert asked.wait(DEADLINE)
    watchdog.stop()
    assert noted.dark(["a", "b"]) == [Span(1.0, 4.0)]
    assert noted.down(["a", "b"]) == []
    assert noted.dark(["a", "b", "c"]) == []


def test_seconds_in_which_no_server_answered_although_no_fault_explains_it() -> None:
    noted, now = Outages(), iter([1.0, 3.0])
    with noted.of(["a"], lambda: next(now)):
        pass
    noted.note_stall(["b"], 2.0, 5.0)
    assert noted.stalled(["a", "b"]) == 1.0  # from 2 to 3, while the other one was down
    noted.note_stall(["a"], 2.0, 4.0)
    assert noted.stalled(["a", "b"]) == 2.0
    with noted.of(["a", "b"], iter([6.0, 6.0, 9.0, 9.0]).__next__):
        noted.note_stall(["a", "b"], 6.0, 9.0)
    assert noted.stalled(["a", "b"]) == 2.0


def test_counted_as_absent_while_present() -> None:
    story = Story()
    story.begins("m1", 1.0)
    story.moves("m1", 2.0)
    stay = story.history.stays["bob", "m1"][0]
    stay.until = 5.0
    story.happens("m1", 40.0, Abandon(1))
    assert check(story.history, story.stored) == []
    stay.until = None
    assert kinds(story) == {"counted as absent while present"}


def test_two_matches_from_one_seek(story: Story) -> None:
    story.begins("m3", 16.5, kind="pool")
    story.moves("m3", 17.0)
    found = check(story.history, story.stored)
    assert {violation.kind for violation in found} == {"paired without a seek, or twice"}
    assert "Ann was paired in m3" in str(found[0])


def test_paired_after_leaving_the_pool(story: Story) -> None:
    story.history.seeks[0].until = 15.6
    assert kinds(story) == set()  # a moment later
    story.history.seeks[0].until = 15.6 - 5
    assert kinds(story) == {"paired without a seek, or twice"}


def test_paired_for_another_game(story: Story) -> None:
    story.history.seeks[0].operation.request["game"] = "tablut" if GAME != "tablut" else "chess"
    assert kinds(story) == {"paired without a seek, or twice"}


def test_a_clock_without_a_job(story: Story) -> None:
    story.stored.jobs = [job for job in story.stored.jobs if job.kind != "flag" or job.subject != "m1"]
    assert kinds(story) == {"a running clock without a job"}


def test_a_player_who_was_not_notified_of_a_match(story: Story) -> None:
    evidence = Evidence(story.history, story.stored)
    assert unnotified(evidence, "m2", evidence.matches["m2"]) == []
    story.history.told["bob"].discard("m2")
    assert unnotified(evidence, "m2", evidence.matches["m2"]) == ["bob"]


def test_play_that_does_not_continue(story: Story) -> None:
    operation = story.history.operations[command(story, 11)]
    operation.answers = [Answer(14.0, "refused", "failed")]
    assert kinds(story) == {"never answered"}
    story.history.stuck.append(Complaint(30.0, "bob", "m1", "has version 3 of 15"))
    assert kinds(story) == {"never answered", "play does not continue, or a player was not notified"}


def test_a_violation_shows_the_relevant_requests_and_events(story: Story) -> None:
    _, id = command(story, 5)
    del story.stored.commands[5]
    told = next(str(one) for one in check(story.history, story.stored) if one.kind.startswith("acknowledged"))
    assert id in told
    assert "match m1" in told
    assert "log: version 8 at 7.0" in told
    event = read_event(story.stored.logs["m1"][7].payload)
    assert isinstance(event, Acted)
    assert event.action in told
