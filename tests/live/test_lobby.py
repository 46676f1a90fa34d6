"""All ways to create a match: by link, by challenge, at one screen, against a bot, through the pool, as a rematch."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Awaitable, Callable

import pytest

from live.players import MINUTE, UNTIMED, begun, guest, member, play_through
from quincunx.core.random import Random
from quincunx.host.live_matches import LiveMatches
from quincunx.host.match_factory import MOST_CHALLENGES, MOST_WAITING, Made, MatchFactory, MatchRequest
from quincunx.host.referee import Referee
from quincunx.host.seek_pool import MOST_SEEKS
from quincunx.play.clocks import Untimed
from quincunx.play.commands import Abort
from quincunx.play.errors import Refused
from quincunx.play.opponents import ByChallenge, ByInvite, Opponent
from quincunx.play.seats import Bot, Friend, Person
from quincunx.protocol.accounts import Account
from quincunx.store.matches import PAGE
from quincunx.store.store import Store
from quincunx.store.upgrade import upgrade
from servers import Server, english


def new_name(start: str) -> str:
    return f"{start}{uuid.uuid4().hex[:12]}"


Crowd = Callable[..., None]


class Setup:
    """Match creation and play, without a server."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._factory = MatchFactory(store, lambda: 1, Random(1))
        self.referee = Referee(store, LiveMatches(store, lambda: 1), lambda: 1, Random(1))

    async def create(self, account: Account, id: str, opponent: Opponent) -> Made:
        """Create the requested match under that id."""
        return await self._factory.create(account, MatchRequest("cengers", opponent, clock=Untimed()), id)


@pytest.fixture
def lobby(database: str, monkeypatch: pytest.MonkeyPatch) -> Crowd:
    """Runs a story in a lobby with two members and a limit on matches per player, on either database."""
    upgrade(database)

    def run(story: Callable[[Setup, Account, Account], Awaitable[None]], most: int) -> None:
        async def live() -> None:
            store = Store(database)
            ann = await store.write(lambda unit: unit.accounts.add_member("Ann", "hash", 1))
            bob = await store.write(lambda unit: unit.accounts.add_member("Bob", "hash", 1))
            try:
                await story(Setup(store), ann, bob)
            finally:
                await store.close()

        monkeypatch.setattr("quincunx.host.match_factory.MOST_MATCHES", most)
        asyncio.run(live())

    return run


def test_a_challenge_is_told_taken_and_played(server: Server) -> None:
    async def story() -> None:
        ann, bob = await member(server, new_name("Ann")).come(), await member(server, new_name("Bob")).come()
        made = await ann.does(
            "create",
            game="brandubh",
            clock=MINUTE,
            colour="second",
            rated=True,
            opponent={"kind": "challenge", "name": bob.name.upper()},
        )
        told = await bob.hears("challenged")
        assert (told["match"], told["by"]) == (made["match"], ann.name)
        await bob.does("join", match=made["match"])
        await bob.does("watch", match=made["match"])
        match = bob.match(made["match"])
        assert (match.status, match.created.rated) == ("running", True)
        people = [seat for seat in match.seats if isinstance(seat, Person)]
        assert [(seat.rating, seat.provisional) for seat in people] == [(1500, True)] * 2
        assert match.sides_of(bob.account) == (0,)
        assert (await bob.does("join", match=made["match"]))["match"] == made["match"]  # joining again is fine

    play_through(story)


def test_a_challenge_that_is_sent_again_is_told_once(on_either: Server) -> None:
    async def story() -> None:
        ann, bob = await guest(on_either).come(), await member(on_either, new_name("Bob")).come()
        opponent = {"kind": "challenge", "name": bob.name}
        for _ in range(2):
            await ann.does("create", id="once", game="cengers", clock=UNTIMED, opponent=opponent)
        await bob.does("ping")
        assert [message["type"] for message in bob.heard].count("challenged") == 1

    play_through(story)


def test_who_was_away_finds_the_challenge_and_may_decline_it(on_either: Server) -> None:
    async def story() -> None:
        bob = await member(on_either, new_name("Bob")).come()
        await bob.go()
        ann = await guest(on_either).come()
        opponent = {"kind": "challenge", "name": bob.name}
        made = await ann.does("create", game="cengers", clock=UNTIMED, opponent=opponent)
        await ann.does("watch", match=made["match"])
        await bob.come()
        welcome = next(message for message in bob.heard if message["type"] == "welcome" and message.get("matches"))
        assert [(row["match"], row["status"]) for row in welcome["matches"]] == [(made["match"], "open")]
        assert welcome["matches"][0]["by"] == ann.name
        await ann.go()
        await ann.come()
        again = next(message for message in reversed(ann.heard) if message["type"] == "welcome")
        assert [row.get("by", "") for row in again["matches"]] == [""]  # the challenger has nothing to answer
        assert (await bob.asks_of(made["match"], "abort"))["type"] == "ack"
        await ann.sees_status(made["match"], "aborted")

    play_through(story)


def test_who_comes_is_told_of_all_matches_however_many(on_either: Server) -> None:
    async def story() -> None:
        ann = await guest(on_either).come()
        made = {
            (await ann.does("create", game="cengers", clock=UNTIMED, opponent={"kind": "invite"}))["match"]
            for _ in range(PAGE + 1)
        }
        again = await ann.another_tab().come()
        assert {row["match"] for row in again.heard[0]["matches"]} == made

    play_through(story)


def test_nobody_challenges_nobody_or_himself(server: Server) -> None:
    async def story() -> None:
        ann = await member(server, new_name("Ann")).come()
        for name, code in ((new_name("None"), "no_such_player"), (ann.name, "own_match")):
            answer = await ann.asks(
                "create", game="cengers", clock=UNTIMED, opponent={"kind": "challenge", "name": name}
            )
            assert answer["code"] == code

    play_through(story)


def test_a_link_opens_a_private_match_and_nothing_else_does(server: Server) -> None:
    async def story() -> None:
        ann, bob, eve = await guest(server).come(), await guest(server).come(), await guest(server).come()
        made = await ann.does(
            "create", game="cengers", clock=UNTIMED, visibility="private", opponent={"kind": "invite"}
        )
        id, secret = made["match"], made["secret"]
        assert (await eve.asks("watch", match=id))["code"] == "no_match"
        assert (await eve.asks("join", match=id, secret="guess"))["code"] == "no_match"
        await bob.does("watch", match=id, secret=secret)  # an invited player can see the match
        await bob.does("join", match=id, secret=secret)
        assert (await eve.asks("join", match=id, secret=secret))["code"] == "not_open"
        assert (await eve.asks("watch", match=id))["code"] == "no_match"
        assert secret not in "".join(bob.logs[id])

    play_through(story)


def test_asking_twice_for_a_match_makes_one(on_either: Server) -> None:
    async def story() -> None:
        ann = await guest(on_either).come()
        asked = {"game": "cengers", "clock": UNTIMED, "opponent": {"kind": "invite"}, "id": "once"}
        first, second = await ann.does("create", **asked), await ann.does("create", **asked)
        assert first == second
        other = await guest(on_either).come()
        assert (await other.does("create", **asked))["match"] != first["match"]

    play_through(story)


def test_challenges_that_wait_take_no_room_from_the_one_who_is_challenged(lobby: Crowd) -> None:
    """Otherwise a stranger could keep anyone from creating a match."""

    async def story(setup: Setup, ann: Account, bob: Account) -> None:
        for number in range(MOST_CHALLENGES):
            await setup.create(ann, str(number), ByChallenge(bob.name))
        with pytest.raises(Refused) as refused:
            await setup.create(ann, "more", ByChallenge(bob.name))
        assert refused.value.code == "too_many"
        await setup.create(bob, "own", ByInvite())

    lobby(story, most=1)


def test_strangers_together_send_one_person_only_so_many_challenges(lobby: Crowd) -> None:
    async def story(setup: Setup, ann: Account, bob: Account) -> None:
        for number in range(MOST_WAITING + 2):  # sent challenges do not count
            other = await setup.store.write(lambda unit, number=number: unit.accounts.add_member(f"O{number}", "h", 1))
            await setup.create(bob, f"own {number}", ByChallenge(other.name))
        strangers = [await setup.store.write(lambda unit: unit.accounts.add_guest(1)) for _ in range(MOST_WAITING)]
        made = [await setup.create(stranger, "a", ByChallenge(bob.name)) for stranger in strangers]
        with pytest.raises(Refused) as refused:
            await setup.create(ann, "more", ByChallenge(bob.name))
        assert refused.value.code == "too_many"
        assert refused.value.sentence == f"Bob already has {MOST_WAITING} challenges waiting: try again later."
        await setup.create(ann, "other", ByChallenge("O1"))  # other players' limits are not affected
        await setup.referee.ask(made[0].id, bob.id, Abort(), "no")
        await setup.create(ann, "again", ByChallenge(bob.name))

    lobby(story, most=1)


def test_challenges_that_cross_are_counted_one_after_another(lobby: Crowd) -> None:
    async def story(setup: Setup, ann: Account, bob: Account) -> None:
        async def challenge(number: int) -> str:
            by, to = (ann, bob) if number % 2 else (bob, ann)
            try:
                await setup.create(by, str(number), ByChallenge(to.name))
            except Refused as refused:
                return refused.code
            return "made"

        found = await asyncio.gather(*(challenge(number) for number in range(MOST_CHALLENGES + 3)))
        assert sorted(found) == ["made"] * MOST_CHALLENGES + ["too_many"] * 3
        assert await setup.store.read(lambda unit: unit.matches.waiting_between(ann.id, bob.id)) == MOST_CHALLENGES

    lobby(story, most=1)


def test_asking_again_for_the_last_match_that_there_was_room_for_finds_it(lobby: Crowd) -> None:
    async def story(setup: Setup, ann: Account, bob: Account) -> None:
        made = await setup.create(ann, "a", ByInvite())
        assert (await setup.create(ann, "a", ByInvite())) == made
        with pytest.raises(Refused) as refused:
            await setup.create(ann, "b", ByInvite())
        assert refused.value.code == "too_many"

    lobby(story, most=1)


def test_at_one_screen(server: Server) -> None:
    async def story() -> None:
        ann = await guest(server).come()
        made = await ann.does(
            "create", game="cengers", clock=UNTIMED, colour="first", opponent={"kind": "hot_seat", "name": "Ben"}
        )
        id = made["match"]
        await ann.does("watch", match=id)
        assert ann.match(id).seats[1] == Friend("Ben")
        assert ann.match(id).created.visibility == "private"  # the friend has not agreed to be named here
        assert ann.match(id).sides_of(ann.account) == (0, 1)
        for action in ("f3-e3", "c6-d6"):
            answer = await ann.plays(id, action)
            await ann.sees(id, answer["last"])
        assert (await ann.asks_of(id, "offer", offer="takeback"))["type"] == "ack"
        await ann.until(lambda: ann.match(id).state.ply == 1)

    play_through(story)


@pytest.mark.parametrize(("colour", "side"), [("first", 0), ("second", 1)])
def test_a_game_against_a_friend_at_one_screen_is_among_ones_stats(on_either: Server, colour: str, side: int) -> None:
    """Hnefatafl's document: the account has a side, the friend a name, and the result is casual."""

    async def story() -> None:
        ann = await member(on_either, new_name("Ann")).come()
        opponent = {"kind": "hot_seat", "name": "Ben"}
        made = await ann.does("create", game="hnefatafl", colour=colour, opponent=opponent)
        id = made["match"]
        await ann.does("watch", match=id)
        assert ann.match(id).own_sides(ann.account) == (side,)
        assert ann.match(id).seats[1 - side] == Friend("Ben")
        await ann.asks_of(id, "resign")  # for her own side, whichever is to move
        await ann.sees_status(id, "finished")
        assert ann.client is not None
        (line,) = ann.client.get(f"/api/players/{ann.name}").json()["stats"]
        assert (line["opponent"], line["side"]) == ("friend", side)
        assert (line["stats"]["won"], line["stats"]["lost"]) == (0, 1)
        (listed,) = ann.client.get("/api/account/matches", params={"result": "lost"}).json()
        assert (listed["mine"], listed["players"][1 - side]) == (
            [side],
            {"name": "Ben", "kind": "friend", "level": None},
        )
        await ann.asks_of(id, "offer", offer="rematch")
        await ann.until(lambda: ann.match(id).rematch)
        await ann.does("watch", match=ann.match(id).rematch)
        assert ann.match(ann.match(id).rematch).seats == list(reversed(ann.match(id).seats))

    play_through(story)


def test_k2_a_match_of_checkers_draws_who_begins(server: Server) -> None:
    async def story() -> None:
        ann = await guest(server).come()
        begins = set()
        for _ in range(12):
            made = await ann.does("create", game="checkers", clock=UNTIMED, opponent={"kind": "invite"})
            await ann.does("watch", match=made["match"])
            begins.add(ann.match(made["match"]).created.options["first"])
        assert begins == {"dark", "light"}

    play_through(story)


def test_what_cannot_be_played_is_refused(server: Server) -> None:
    async def story() -> None:
        ann = await guest(server).come()
        usual = {"game": "cengers", "clock": UNTIMED, "opponent": {"kind": "invite"}}
        for wrong in (
            {"game": "ludo"},
            {"rules": "none"},
            {"options": {"size": 9}},
            {"game": "battlefield", "options": {"white": "/etc/passwd.toml"}},
            {"clock": {"kind": "fischer", "seconds": -1, "increment": 0}},
            {"clock": {"kind": "sand"}},
            {"opponent": {"kind": "bot", "level": 9}},
            {"colour": "green"},
        ):
            assert (await ann.asks("create", **(usual | wrong)))["code"] in ("invalid", "malformed"), wrong
        assert (await ann.asks("create", **usual, rated=True))["code"] == "members_only"
        bob = await member(server, new_name("Bob")).come()
        for wrong in ({"opponent": {"kind": "bot", "level": 1}}, {"options": {"rounds": 9}}):
            assert (await bob.asks("create", **(usual | wrong), rated=True))["code"] == "not_ratable"

    play_through(story)


def test_the_pool_pairs_two_people_and_nobody_with_himself(server: Server) -> None:
    async def story() -> None:
        ann = await member(server, new_name("Ann")).come()
        tab = ann.another_tab()
        await tab.come()
        clock = {"kind": "fischer", "seconds": 777, "increment": 1}
        await ann.does("seek", game="flipflop", clock=clock, rated=True)
        await tab.does("seek", game="flipflop", clock=clock, rated=True)
        bob = await member(server, new_name("Bob")).come()
        await bob.does("seek", game="flipflop", clock=clock, rated=True)
        paired = await bob.hears("paired")
        for player in (ann, tab):
            assert (await player.hears("paired"))["match"] == paired["match"]
        await bob.does("watch", match=paired["match"])
        match = bob.match(paired["match"])
        assert match.created.rated
        assert match.created.kind == "pool"
        assert {len(match.sides_of(player.account)) for player in (ann, bob)} == {1}

    play_through(story)


def test_a_rated_seek_waits_for_a_rated_one(server: Server) -> None:
    """Nobody plays rated games without having asked for them."""

    async def story() -> None:
        clock = {"kind": "fischer", "seconds": 776, "increment": 1}
        ann, bob, cid = [await member(server, new_name(name)).come() for name in ("Ann", "Bob", "Cid")]
        await ann.does("seek", game="flipflop", clock=clock, rated=True)
        for player in (bob, cid):
            await player.does("seek", game="flipflop", clock=clock)
        paired = await bob.hears("paired")
        assert (await cid.hears("paired")) == paired
        await bob.does("watch", match=paired["match"])
        assert bob.match(paired["match"]).created.rated is False
        await bob.does("seek", game="flipflop", clock=clock, rated=True)
        paired = await ann.hears("paired")
        await ann.does("watch", match=paired["match"])
        assert ann.match(paired["match"]).created.rated is True

    play_through(story)


def test_a_rated_seek_is_for_members_and_with_the_usual_options(server: Server) -> None:
    async def story() -> None:
        ann, bob = await guest(server).come(), await member(server, new_name("Bob")).come()
        rated = {"clock": UNTIMED, "rated": True}
        assert (await ann.asks("seek", game="flipflop", **rated))["code"] == "members_only"
        for wrong in (
            {"game": "flipflop", "options": {"n": 10}},
            {"game": "battlefield", "own": {"army": "wildwood"}},
        ):
            assert (await bob.asks("seek", **wrong, **rated))["code"] == "not_ratable"
        await bob.does("seek", game="battlefield", own={"army": "standard"}, **rated)
        await bob.does("unseek")

    play_through(story)


def test_the_pool_has_boards_of_every_size_and_pairs_those_who_want_the_same(server: Server) -> None:
    async def story() -> None:
        clock = {"kind": "fischer", "seconds": 775, "increment": 1}
        ann, bob, cid = [await guest(server).come() for _ in range(3)]
        await ann.does("seek", game="flipflop", clock=clock)
        await bob.does("seek", game="flipflop", clock=clock, options={"n": 12})
        await cid.does("seek", game="flipflop", clock=clock, options={"n": "12"})
        paired = await bob.hears("paired")
        assert (await cid.hears("paired")) == paired
        await bob.does("watch", match=paired["match"])
        created = bob.match(paired["match"]).created
        assert (created.options["n"], created.chosen) == (12, {"n": 12})

    play_through(story)


def test_in_the_pool_everybody_has_an_army_of_his_own(server: Server) -> None:
    async def story() -> None:
        clock = {"kind": "fischer", "seconds": 774, "increment": 1}
        ann, bob = await guest(server).come(), await guest(server).come()
        await ann.does("seek", game="battlefield", clock=clock, own={"army": "wildwood"})
        await bob.does("seek", game="battlefield", clock=clock, own={"army": "emberfall"})
        id = (await bob.hears("paired"))["match"]
        for player in (ann, bob):
            await player.does("watch", match=id)
        armies = ["wildwood", "emberfall"] if ann.match(id).sides_of(ann.account) == (0,) else ["emberfall", "wildwood"]
        assert [ann.match(id).created.options[side] for side in ("white", "black")] == armies
        await ann.asks_of(id, "resign")
        await bob.sees_status(id, "finished")
        await bob.asks_of(id, "offer", offer="rematch")
        assert (await ann.asks_of(id, "accept", offer="rematch"))["type"] == "ack"
        again = (await ann.hears("paired", match=ann.match(id).rematch))["match"]
        await ann.does("watch", match=again)
        created = ann.match(again).created
        assert [created.options[side] for side in ("white", "black")] == armies[::-1]  # each brought an army
        assert created.chosen == {"white": armies[1], "black": armies[0]}
        refused = await ann.asks("seek", game="battlefield", clock=clock, own={"army": "my own"})
        assert (refused["code"], english(refused["sentence"])) == (
            "invalid",
            "Choose one of those that come with the game: emberfall, standard, wildwood.",
        )
        refused = await ann.asks("seek", game="battlefield", clock=clock, options={"quiet": 10})
        assert (
            english(refused["sentence"]) == "In the pool this option always has its usual value: Draw without progress."
        )

    play_through(story)


def test_the_pool_makes_a_new_match_each_time_whatever_ids_clients_use(on_either: Server) -> None:
    async def story() -> None:
        clock = {"kind": "fischer", "seconds": 779, "increment": 1}
        ann, bob = await guest(on_either).come(), await guest(on_either).come()
        made = []
        for _ in range(3):
            for player in (ann, bob):
                await player.does("seek", id="1", game="flipflop", clock=clock)
            made.append((await ann.hears("paired"))["match"])
            await ann.asks_of(made[-1], "resign")
            await bob.hears("paired")
        assert len(set(made)) == 3

    play_through(story)


def test_one_person_seeks_only_so_often_at_once(server: Server) -> None:
    async def story() -> None:
        ann = await guest(server).come()
        for seconds in range(MOST_SEEKS):
            await ann.does("seek", game="flipflop", clock={"kind": "fischer", "seconds": 900 + seconds, "increment": 2})
        more = {"game": "flipflop", "clock": {"kind": "fischer", "seconds": 999, "increment": 2}}
        tab = await ann.another_tab().come()
        assert (await tab.asks("seek", **more))["code"] == "too_many"
        await ann.does("unseek")
        await tab.does("seek", **more)

    play_through(story)


def test_who_leaves_the_pool_or_the_line_is_not_paired(server: Server) -> None:
    async def story() -> None:
        clock = {"kind": "fischer", "seconds": 778, "increment": 1}
        gone, changed, ann, bob = [await guest(server).come() for _ in range(4)]
        for player in (gone, changed):
            await player.does("seek", game="flipflop", clock=clock)
        await gone.go()
        await changed.does("unseek")
        await ann.does("seek", game="flipflop", clock=clock)
        await bob.does("seek", game="flipflop", clock=clock)
        paired = await ann.hears("paired")
        assert (await bob.hears("paired")) == paired
        await ann.does("watch", match=paired["match"])
        assert not ann.match(paired["match"]).created.rated  # guests have no rating

    play_through(story)


def test_in_a_rematch_both_have_the_ratings_that_they_have_by_then(on_either: Server) -> None:
    async def story() -> None:
        ann, bob = await member(on_either, new_name("Ann")).come(), await member(on_either, new_name("Bob")).come()
        id, _ = await begun(ann, bob, rated=True)
        await bob.asks_of(id, "resign")
        await ann.sees_status(id, "finished")
        await ann.asks_of(id, "offer", offer="rematch")
        await bob.asks_of(id, "accept", offer="rematch")
        again = (await ann.hears("paired"))["match"]
        await ann.does("watch", match=again)
        seats = {seat.account: seat.rating for seat in ann.match(again).seats if isinstance(seat, Person)}
        assert seats == {ann.account: 1662, bob.account: 1338}

    play_through(story)


def test_a_rematch_swaps_the_colours(server: Server) -> None:
    async def story() -> None:
        ann, bob = await guest(server).come(), await guest(server).come()
        id, _ = await begun(ann, bob)
        await ann.asks_of(id, "resign")
        await bob.sees_status(id, "finished")
        await bob.asks_of(id, "offer", offer="rematch")
        answer = await ann.asks_of(id, "accept", offer="rematch")
        assert answer["last"] - answer["first"] == 1
        await bob.sees(id, answer["last"])
        again = bob.match(id).rematch
        assert (await ann.hears("paired"))["match"] == (await bob.hears("paired"))["match"] == again
        await bob.does("watch", match=again)
        assert bob.match(again).seats == list(reversed(bob.match(id).seats))
        assert bob.match(again).status == "running"

    play_through(story)


def test_who_plays_both_sides_is_told_of_the_rematch_once(server: Server) -> None:
    async def story() -> None:
        ann = await guest(server).come()
        made = await ann.does("create", game="cengers", clock=UNTIMED, opponent={"kind": "hot_seat"})
        await ann.asks_of(made["match"], "resign")
        await ann.asks_of(made["match"], "offer", offer="rematch")
        await ann.does("ping")
        assert [message["type"] for message in ann.heard].count("paired") == 1

    play_through(story)


def test_a_bot_begins_where_it_has_the_first_turn(server: Server) -> None:
    async def story() -> None:
        ann = await guest(server).come()
        made = await ann.does(
            "create", game="cengers", clock=UNTIMED, colour="second", opponent={"kind": "bot", "level": 1}
        )
        await ann.does("watch", match=made["match"])
        assert ann.match(made["match"]).seats[0] == Bot(1)
        await ann.until(lambda: ann.match(made["match"]).state.to_move == 1)

    play_through(story)


def test_a_guest_cannot_take_a_rated_seat(server: Server) -> None:
    async def story() -> None:
        ann, bob = await member(server, new_name("Ann")).come(), await guest(server).come()
        asked = {"game": "cengers", "clock": MINUTE, "opponent": {"kind": "invite"}, "rated": True}
        made = await ann.does("create", **asked)
        answer = await bob.asks("join", match=made["match"], secret=made["secret"])
        assert answer["code"] == "members_only"

    play_through(story)


def test_stats_and_ratings_follow_the_end(on_either: Server) -> None:
    async def story() -> None:
        ann, bob = await member(on_either, new_name("Ann")).come(), await member(on_either, new_name("Bob")).come()
        id, _ = await begun(ann, bob, clock=MINUTE, rated=True)
        await ann.asks_of(id, "resign")
        assert bob.client is not None
        shown = bob.client.get(f"/api/players/{bob.name}").json()
        assert shown["ratings"][0]["rating"]["rating"] > 1500
        assert shown["stats"][0]["stats"]["won"] == 1

    play_through(story)
