"""Roles, bans, reports and moderators' actions in the database."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from quincunx.play.events import Created, read_event
from quincunx.play.seats import Bot, Friend, Person
from quincunx.protocol.accounts import Account, Role
from quincunx.store.account_overview import account_overview
from quincunx.store.audit import Actor
from quincunx.store.errors import Banned, Conflict, Forbidden, Missing, Reserved, Taken
from quincunx.store.moderation import FOLLOW, Moderator
from quincunx.store.reports import DAY, MOST_A_DAY
from quincunx.store.reserved import is_reserved

from .conftest import BlockingStore
from .games import keep, played

Deed = Callable[[Moderator], None]


def member(store: BlockingStore, name: str, role: Role | None = None) -> Account:
    account = store.write(lambda unit: unit.accounts.add_member(name, "hash", 1))
    if role is not None:
        store.write(lambda unit: unit.roles.put(account.id, role))
    return account


def act(store: BlockingStore, by: Account | None, deed: Deed, now: int = 10) -> None:
    actor = Actor() if by is None else Actor(by.id, "192.0.2.1")
    store.write(lambda unit: deed(Moderator(unit, actor, now)))


def acts(store: BlockingStore) -> list[str]:
    return [entry.act for entry in store.read(lambda unit: unit.audit.entries())]


# names


@pytest.mark.parametrize(
    "name",
    [
        *("admin", "Adm1n", "aDm-iN", "AdminAnn", "ann_admin", "moderator", "rnoderator", "M0derator2", "the-mod"),
        *(
            "root",
            "r00t",
            "system",
            "Support",
            "5upport",
            "quincunx",
            "Quincunx-Team",
            "bot",
            "Bot7",
            "level-3",
            "L3vel8",
        ),
    ],
)
def test_a_name_that_reads_like_one_of_the_house_is_reserved(name: str) -> None:
    assert is_reserved(name)


@pytest.mark.parametrize(
    "name", ["Ann", "Badminton", "Moderato", "modern", "my-bot", "Dream-Team", "supporter", "Ada1"]
)
def test_a_name_that_only_contains_one_is_free(name: str) -> None:
    assert not is_reserved(name)


def test_reserved_names_are_refused_for_members_and_for_renaming(store: BlockingStore) -> None:
    ann = member(store, "Ann")
    with pytest.raises(Reserved, match="Choose another"):
        member(store, "Adm1n")
    with pytest.raises(Reserved, match="Choose another"):
        act(store, None, lambda by: by.rename(ann, "moderator", "as asked"))
    assert acts(store) == []


# who may do what to whom


DEEDS: dict[str, Callable[[Account], Deed]] = {
    "rename": lambda whom: lambda by: by.rename(whom, "Renamed", "rude name"),
    "ban": lambda whom: lambda by: by.ban(whom, "abuse", None),
    "close_sessions": lambda whom: lambda by: by.close_sessions(whom, "stolen"),
    "grant": lambda whom: lambda by: by.grant(whom, "moderator", "trusted"),
    "delete": lambda whom: lambda by: by.delete(whom, "as asked"),
}
ADMINS_ONLY = ("grant", "delete")


@pytest.mark.parametrize("deed", DEEDS)
@pytest.mark.parametrize("whom", [None, "moderator", "admin"])
@pytest.mark.parametrize("who", [None, "moderator", "admin", "operator"])
def test_roles_reach_those_below(store: BlockingStore, who: Role | None, whom: Role | None, deed: str) -> None:
    subject = member(store, "Subject", whom)
    actor = None if who == "operator" else member(store, "Actor", who)
    ranks = [None, "moderator", "admin", "operator"]
    allowed = ranks.index(who) > ranks.index(whom) and not (who == "moderator" and deed in ADMINS_ONLY)
    if allowed:
        act(store, actor, DEEDS[deed](subject))
        assert acts(store) == [deed]
    else:
        with pytest.raises(Forbidden):
            act(store, actor, DEEDS[deed](subject))
        assert acts(store) == []


def test_nobody_acts_on_himself_and_no_admin_makes_another(store: BlockingStore) -> None:
    root, ann = member(store, "Rita", "admin"), member(store, "Ann")
    with pytest.raises(Forbidden):
        act(store, root, lambda by: by.ban(root, "tired", None))
    with pytest.raises(Forbidden, match="operator"):
        act(store, root, lambda by: by.grant(ann, "admin", "trusted"))
    act(store, None, lambda by: by.grant(ann, "admin", "trusted"))
    assert store.read(lambda unit: unit.roles.of(ann.id)) == "admin"
    act(store, None, lambda by: by.revoke(ann, "left"))
    assert store.read(lambda unit: unit.roles.of(ann.id)) is None


def test_a_guest_gets_no_role_and_a_deleted_account_is_left_alone(store: BlockingStore) -> None:
    guest = store.write(lambda unit: unit.accounts.add_guest(1))
    with pytest.raises(Conflict, match="Only members"):
        act(store, None, lambda by: by.grant(guest, "moderator", "trusted"))
    act(store, None, lambda by: by.delete(guest, "as asked"))
    with pytest.raises(Conflict, match="deleted"):
        act(store, None, lambda by: by.ban(guest, "abuse", None))


# bans


def test_a_ban_ends_sessions_tokens_and_log_ins_until_it_ends_by_itself(store: BlockingStore) -> None:
    ann = member(store, "Ann")
    session = store.write(lambda unit: unit.sessions.open(ann.id, "", 1))
    token, _ = store.write(lambda unit: unit.tokens.add(ann.id, "x", ["read"], 1, None))
    act(store, None, lambda by: by.ban(ann, "abuse in chat", until=86_400_000))
    assert store.read(lambda unit: unit.sessions.find(session, 11)) is None
    assert store.read(lambda unit: unit.tokens.find(token, 11)) is None
    with pytest.raises(Banned, match="until 1970-01-02 00:00 UTC: abuse in chat"):
        store.write(lambda unit: unit.sessions.open(ann.id, "", 11))
    assert store.read(lambda unit: unit.jobs.subjects(FOLLOW)) == [ann.id]
    store.write(lambda unit: unit.sessions.open(ann.id, "", 86_400_000))
    assert store.read(lambda unit: unit.tokens.find(token, 86_400_000)) is not None
    assert store.read(lambda unit: unit.sessions.find(session, 86_400_000)) is None  # that session has expired


def test_a_session_that_was_opened_beside_a_ban_is_void(store: BlockingStore) -> None:
    ann = member(store, "Ann")
    session = store.write(lambda unit: unit.sessions.open(ann.id, "", 1))
    store.write(lambda unit: unit.bans.put(ann.id, "abuse", 2, None))  # while the session is still there
    assert store.read(lambda unit: unit.sessions.find(session, 3)) is None


def test_a_ban_is_lifted_once(store: BlockingStore) -> None:
    ann = member(store, "Ann")
    act(store, None, lambda by: by.ban(ann, "abuse", None))
    act(store, None, lambda by: by.unban(ann, "said sorry"))
    store.write(lambda unit: unit.sessions.open(ann.id, "", 11))
    with pytest.raises(Conflict, match="not banned"):
        act(store, None, lambda by: by.unban(ann, "again"))
    with pytest.raises(Conflict, match="future"):
        act(store, None, lambda by: by.ban(ann, "abuse", until=10))


# renaming


def test_a_new_name_stands_in_the_logs_too_and_friends_keep_theirs(store: BlockingStore) -> None:
    ann = member(store, "Rude")
    log = played("cengers", (Person(ann.id, "Rude"), Friend("Bo")), winner=0, kind="hot_seat")
    match, _ = store.write(lambda unit: keep(unit, log))
    act(store, None, lambda by: by.rename(ann, "Ann", "rude name"))
    created = read_event(store.read(lambda unit: unit.log.first(match)).payload)
    assert isinstance(created, Created)
    assert created.seats == (Person(ann.id, "Ann"), Friend("Bo"))
    assert store.read(lambda unit: unit.accounts.named("Rude")) is None
    member(store, "Bob")
    with pytest.raises(Taken):
        act(store, None, lambda by: by.rename(ann, "bob", "as asked"))


# reports


def test_one_open_report_a_player_and_so_many_a_day(store: BlockingStore) -> None:
    ann = member(store, "Ann")
    others = [member(store, f"Other{number}") for number in range(MOST_A_DAY + 1)]

    def report(number: int, now: int = 10) -> str:
        return store.write(lambda unit: unit.reports.add(ann.id, others[number].id, None, "abuse", "rude", now))

    first = report(0)
    with pytest.raises(Conflict, match="already"):
        report(0)
    act(store, None, lambda by: by.close_report(first, "talked to"))
    with pytest.raises(Conflict, match="already been closed"):
        act(store, None, lambda by: by.close_report(first, "again"))
    for number in range(MOST_A_DAY - 1):
        report(number)
    with pytest.raises(Conflict, match="per day"):
        report(MOST_A_DAY)
    report(MOST_A_DAY, now=11 + DAY)
    with pytest.raises(Missing):
        act(store, None, lambda by: by.close_report("none", "x"))


def test_nobody_sees_or_closes_reports_of_himself_and_his_peers(store: BlockingStore) -> None:
    ann, mia, root = member(store, "Ann"), member(store, "Mia", "moderator"), member(store, "Rita", "admin")
    ids = [
        store.write(lambda unit, by=by, whom=whom: unit.reports.add(by.id, whom.id, None, "other", "see", 10))
        for by, whom in ((mia, ann), (ann, mia), (ann, root))
    ]

    def open_to(rank: int) -> list[str]:
        return [report.id for report in store.read(lambda unit: unit.reports.open(rank))]

    assert [open_to(rank) for rank in (1, 2, 3)] == [ids[:1], ids[:2], ids]
    with pytest.raises(Forbidden):
        act(store, mia, lambda by: by.close_report(ids[1], "nothing"))
    act(store, root, lambda by: by.close_report(ids[1], "talked to"))
    assert open_to(3) == [ids[0], ids[2]]


def test_a_moderator_annuls_no_match_of_his_own(store: BlockingStore) -> None:
    mia, ann = member(store, "Mia", "moderator"), member(store, "Ann")
    mine = played("cengers", (Person(mia.id, "Mia"), Person(ann.id, "Ann")), winner=1, rated=True)
    other = played("cengers", (Person(ann.id, "Ann"), Bot(1)), winner=0, kind="bot")
    first, second = (store.write(lambda unit, log=log: keep(unit, log))[0] for log in (mine, other))
    with pytest.raises(Forbidden):
        act(store, mia, lambda by: by.annul(first, "lost"))
    act(store, mia, lambda by: by.annul(second, "cheating"))
    assert acts(store) == ["annul"]


def test_what_is_seen_of_an_account_has_no_secrets_and_goes_with_it(store: BlockingStore) -> None:
    ann, bob = member(store, "Ann"), member(store, "Bob")
    secret = store.write(lambda unit: unit.sessions.open(ann.id, "Firefox", 1, network="192.0.2.7"))
    store.write(lambda unit: unit.reports.add(bob.id, ann.id, None, "abuse", "Ann is rude", 5))
    act(store, None, lambda by: by.grant(ann, "moderator", "trusted"))
    act(store, None, lambda by: by.ban(ann, "abuse", None))
    store.write(lambda unit: unit.bans.lift(ann.id))
    store.write(lambda unit: unit.sessions.open(ann.id, "Firefox", 6, network="192.0.2.7"))
    seen = store.read(lambda unit: account_overview(unit, ann, 10))
    assert (seen.role, [each.network for each in seen.sessions]) == ("moderator", ["192.0.2.7"])
    assert [report.text for report in seen.reports] == ["Ann is rude"]
    assert [entry.act for entry in seen.acts] == ["ban", "grant"]
    assert secret not in repr(seen)
    assert "hash" not in repr(seen)
    act(store, None, lambda by: by.delete(ann, "as asked"))
    gone = store.read(lambda unit: account_overview(unit, unit.accounts.get(ann.id), 10))
    assert (gone.account.name, gone.role, gone.ban, gone.reports) == ("deleted", None, None, [])
    assert [entry.act for entry in gone.acts] == ["delete", "ban", "grant"]
