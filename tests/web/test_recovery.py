"""Account mails, through a mail server on loopback: confirming an address, recovering a password, reporting changes."""

from __future__ import annotations

import queue
import re
import ssl
from collections.abc import Iterator
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

import httpx
import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from quincunx.server.config import ConfigError, load, read_smtp
from quincunx.server.mail import Letter, deliver
from servers import DEADLINE, Server, running, said
from services import free_port

PASSWORD, NEW = "correct horse", "battery staple"
URL = "http://play.example"


class Post:
    """A mail server, and the mails it has received."""

    def __init__(self) -> None:
        self.came: queue.Queue[EmailMessage] = queue.Queue()
        self.controller = Controller(self, hostname="127.0.0.1", port=free_port())
        self.controller.start()

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        message = message_from_bytes(envelope.content or b"", policy=policy.default)
        assert isinstance(message, EmailMessage)
        self.came.put(message)
        return "250 OK"

    @property
    def url(self) -> str:
        return f"smtp://127.0.0.1:{self.controller.port}"

    def next(self) -> EmailMessage:
        return self.came.get(timeout=DEADLINE)

    def link(self, page: str) -> str:
        """The ticket in the next mail's link to that page."""
        found = re.search(rf"{URL}/{page}#(\S+)", self.next().get_content())
        assert found
        return found[1]


@pytest.fixture(scope="module")
def post() -> Iterator[Post]:
    post = Post()
    yield post
    post.controller.stop()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, post: Post) -> Iterator[Server]:
    file = tmp_path_factory.mktemp("mail") / "test.db"
    settings = {"smtp_url": post.url, "mail_from": "games@play.example", "public_url": URL}
    with running(f"sqlite:///{file}", **settings) as server:
        yield server
        assert not [line for line in server.log if line["level"] == "error"]


def ask_to_confirm(client: httpx.Client, address: str, **more: str) -> httpx.Response:
    return client.post("/api/account/email", json={"address": address, "password": PASSWORD, **more})


@pytest.fixture
def ann(server: Server, post: Post, name: str) -> httpx.Client:
    """A member with a confirmed address."""
    client = server.member(name)
    assert ask_to_confirm(client, f"{name}@ann.example").status_code == 204
    with server.client() as elsewhere:
        assert elsewhere.post("/api/email/confirm", json={"ticket": post.link("confirm")}).status_code == 204
    assert post.came.empty()
    return client


def address_of(client: httpx.Client) -> str | None:
    email = client.get("/api/account/security").json()["email"]
    return None if email is None else str(email["address"])


def test_an_address_counts_once_the_link_in_a_mail_was_opened(server: Server, post: Post, name: str) -> None:
    client = server.member(name)
    assert ask_to_confirm(client, f"{name}@ann.example").status_code == 204
    mail = post.next()
    assert (mail["To"], mail["From"], mail["Subject"]) == (
        f"{name}@ann.example",
        "games@play.example",
        "Confirm your e-mail address",
    )
    assert address_of(client) is None
    found = re.search(rf"{URL}/confirm#(\S+)", mail.get_content())
    assert found
    assert client.post("/api/email/confirm", json={"ticket": found[1] + "x"}).status_code == 400
    assert client.post("/api/email/confirm", json={"ticket": found[1]}).status_code == 204
    assert address_of(client) == f"{name}@ann.example"
    again = client.post("/api/email/confirm", json={"ticket": found[1]})
    assert (again.status_code, again.json()["error"]) == (400, "void_link")
    exported = client.get("/api/account/export").json()
    assert exported["email"]["address"] == f"{name}@ann.example"


def test_an_address_wants_the_password_and_a_form(server: Server, post: Post, name: str) -> None:
    client = server.member(name)
    body = {"address": f"{name}@ann.example", "password": "wrong horse"}
    assert client.post("/api/account/email", json=body).status_code == 403
    for address in ("ann", "ann@", "a b@c.example", "ann@c.example\r\nBcc: eve@evil.example", "@", "ann@-"):
        refused = ask_to_confirm(client, address)
        assert refused.status_code == 400
    assert said(refused) == "Enter an e-mail address such as ann@example.org."
    assert post.came.empty()


def test_mails_speak_the_language_that_was_asked_for(server: Server, post: Post, name: str) -> None:
    client = server.member(name)
    assert ask_to_confirm(client, f"{name}@ann.example", language="de").status_code == 204
    mail = post.next()
    assert mail["Subject"] == "Bestätige deine E-Mail-Adresse"
    assert f"Hallo {name}," in mail.get_content()
    assert "Der Link gilt einmal und eine Stunde lang." in mail.get_content()


def test_a_new_address_is_told_to_the_old_one(server: Server, post: Post, ann: httpx.Client, name: str) -> None:
    assert ask_to_confirm(ann, "new@ann.example").status_code == 204
    ticket = post.link("confirm")
    assert ann.post("/api/email/confirm", json={"ticket": ticket}).status_code == 204
    told = post.next()
    assert told["To"] == f"{name}@ann.example"
    assert "changed or removed" in told.get_content()
    assert ann.post("/api/account/email/remove", json={"password": "wrong"}).status_code == 403
    assert ann.post("/api/account/email/remove", json={"password": PASSWORD}).status_code == 204
    assert post.next()["To"] == "new@ann.example"
    assert address_of(ann) is None


def test_a_mail_recovers_a_forgotten_password_once(server: Server, post: Post, ann: httpx.Client, name: str) -> None:
    made = ann.post("/api/account/tokens", json={"label": "bot", "scopes": ["read"], "password": PASSWORD})
    with server.client() as stranger:
        assert stranger.post("/api/recovery/mail", json={"name": name.upper()}).status_code == 204
        ticket = post.link("reset")
        body = {"ticket": ticket, "password": NEW}
        weak = stranger.post("/api/recovery/password", json=body | {"password": f"{name}1234"})
        assert (weak.status_code, weak.json()["error"]) == (400, "weak_password")
        assert stranger.post("/api/recovery/password", json=body).status_code == 204
        assert stranger.post("/api/recovery/password", json=body).json()["error"] == "void_link"
        assert stranger.get("/api/account").status_code == 401  # setting a password does not log in
        bot = stranger.get("/api/account", headers={"authorization": f"Bearer {made.json()['secret']}"})
        assert bot.status_code == 401
        assert ann.get("/api/account").status_code == 401
        assert "Your password was changed" in post.next().get_content()
        assert stranger.post("/api/login", json={"name": name, "password": NEW}).status_code == 200
    assert ticket not in "".join(server.output)


def test_of_two_mails_the_later_counts(server: Server, post: Post, ann: httpx.Client, name: str) -> None:
    with server.client() as stranger:
        tickets = []
        for _ in range(2):
            stranger.post("/api/recovery/mail", json={"name": name})
            tickets.append(post.link("reset"))
        first, second = (
            stranger.post("/api/recovery/password", json={"ticket": ticket, "password": NEW}).status_code
            for ticket in tickets
        )
    assert (first, second) == (400, 204)
    post.next()


def test_the_answer_does_not_tell_who_is_here(
    server: Server, post: Post, ann: httpx.Client, name: str, other_name: str
) -> None:
    server.member(other_name)  # a member without an address
    with server.client() as stranger:
        answers = [stranger.post("/api/recovery/mail", json={"name": who}) for who in (f"No{name}", other_name, name)]
    assert {answer.status_code for answer in answers} == {204}
    assert len({tuple(sorted(set(answer.headers) - {"date"})) for answer in answers}) == 1
    assert post.next()["To"] == f"{name}@ann.example"  # mails are sent in order: the others got none
    assert post.came.empty()


def test_nobody_is_flooded_with_mails(
    server: Server, post: Post, ann: httpx.Client, name: str, other_name: str
) -> None:
    with server.client() as stranger:
        for _ in range(9):
            assert stranger.post("/api/recovery/mail", json={"name": name}).status_code == 204
    client = server.member(other_name)
    assert ask_to_confirm(client, f"{other_name}@ann.example").status_code == 204
    came = [post.next()["To"] for _ in range(6)]  # in any order: two are sent at a time
    assert sorted(came) == sorted([f"{name}@ann.example"] * 5 + [f"{other_name}@ann.example"])
    tried = [ask_to_confirm(client, f"{n}@ann.example").status_code for n in range(5)]
    assert tried == [204] * 4 + [429]
    assert sorted(post.next()["To"] for _ in range(4)) == [f"{n}@ann.example" for n in range(4)]


@pytest.mark.parametrize(
    ("path", "body", "words"),
    [
        ("password", {"current": PASSWORD, "new": NEW}, "Your password was changed"),
        ("recovery-codes", {"password": PASSWORD}, "New recovery codes were created"),
    ],
)
def test_a_change_is_told_by_mail(post: Post, ann: httpx.Client, path: str, body: dict[str, str], words: str) -> None:
    assert ann.post(f"/api/account/{path}", json=body).status_code in (200, 201)
    told = post.next().get_content()
    assert words in told
    assert f"{URL}/account" in told


def test_a_mail_server_that_is_away_holds_nobody_up_and_tells_nothing(own_database: str, name: str) -> None:
    away = f"smtp://127.0.0.1:{free_port()}"
    settings = {"smtp_url": away, "mail_from": "games@play.example", "public_url": URL}
    with running(own_database, **settings) as server:
        client = server.member(name)
        assert ask_to_confirm(client, "ann@ann.example").status_code == 204
        assert server.stop() == 0  # waiting mails are tried first
        (line,) = [line for line in server.log if line["what"] == "an e-mail could not be sent"]
        assert line["cause"] == "ConnectionRefusedError"
        assert "ann@ann.example" not in "".join(server.output)


def test_without_a_mail_server_the_way_is_a_recovery_code(own_database: str, name: str) -> None:
    with running(own_database) as server:
        client = server.member(name)
        assert client.get("/api/login/ways").json() == {"passkeys": False, "mail": False}
        refused = client.post("/api/recovery/mail", json={"name": name})
        assert (refused.status_code, refused.json()["error"]) == (400, "no_mail")
        assert ask_to_confirm(client, "ann@ann.example").json()["error"] == "no_mail"
        codes = client.post("/api/account/recovery-codes", json={"password": PASSWORD}).json()["codes"]
        body = {"name": name, "code": codes[0], "password": NEW}
        assert server.client().post("/api/recovery/code", json=body).status_code == 204
        assert server.client().post("/api/login", json={"name": name, "password": NEW}).status_code == 200


def test_a_mail_server_that_cannot_encrypt_gets_no_password(post: Post) -> None:
    """If STARTTLS is required, a server that does not offer it (or a man in the middle) receives nothing."""
    server = read_smtp(post.url.replace("smtp://", "smtp+starttls://ann:secret@"))
    with pytest.raises(Exception, match="STARTTLS"):
        deliver(server, "games@play.example", Letter("ann@ann.example", "x", "y"))
    with pytest.raises((ssl.SSLError, OSError)):
        deliver(read_smtp(post.url.replace("smtp:", "smtps:")), "games@play.example", Letter("a@b.example", "x", "y"))
    assert post.came.empty()


@pytest.mark.parametrize(
    "settings",
    [
        {"smtp_url": "smtps://mail.example"},
        {"smtp_url": "smtps://mail.example", "public_url": URL},
        {"smtp_url": "http://mail.example", "public_url": URL, "mail_from": "a@b.example"},
        {"smtp_url": "smtp://ann:secret@mail.example", "public_url": URL, "mail_from": "a@b.example"},
        {"smtp_url": "smtps://mail.example:x", "public_url": URL, "mail_from": "a@b.example"},
        {"secret_key": "short"},
    ],
)
def test_settings_that_would_not_work_are_refused(settings: dict[str, Any]) -> None:
    with pytest.raises(ConfigError, match=r"^(smtp_url|secret_key): ") as refused:
        load({}, settings)
    assert "secret@" not in str(refused.value)


def test_the_configuration_is_shown_without_secrets() -> None:
    shown = load(
        {},
        {
            "smtp_url": "smtps://ann:hunter2@mail.example",
            "public_url": URL,
            "mail_from": "a@b.example",
            "secret_key": "hunter3" * 6,
        },
    ).text()
    assert "hunter" not in shown
    assert 'smtp_url = "smtps://ann:***@mail.example:465"' in shown
