"""The tables. The migrations create them; a test checks that the two agree."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    SmallInteger,
    String,
    Table,
    Text,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

accounts = Table(
    "accounts",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("kind", String(16), nullable=False),  # guest, member or deleted
    Column("name", String(32), nullable=False),
    Column("folded", String(32), nullable=True, unique=True),  # the name as used for comparison; null for guests
    Column("password", Text, nullable=True),
    Column("created", BigInteger, nullable=False),
)

sessions = Table(
    "sessions",
    metadata,
    Column("digest", String(64), primary_key=True),
    Column("public", String(32), nullable=False, unique=True),  # the id that its owner uses to revoke it
    Column("account", String(32), ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("agent", Text, nullable=False),
    Column("network", String(64), nullable=False, server_default=""),  # where the login came from
    Column("created", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),
    Column("expires", BigInteger, nullable=False, index=True),
)

tokens = Table(
    "tokens",
    metadata,
    Column("digest", String(64), primary_key=True),
    Column("public", String(32), nullable=False, unique=True),
    Column("account", String(32), ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("label", String(64), nullable=False),
    Column("scopes", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("used", BigInteger, nullable=True),
    Column("expires", BigInteger, nullable=True),
)

matches = Table(
    "matches",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("game", String(32), nullable=False),
    Column("options", Text, nullable=False),
    Column("clock", Text, nullable=False),
    Column("kind", String(16), nullable=False),  # how it was arranged
    Column("rated", Boolean, nullable=False),
    Column("visibility", String(16), nullable=False),
    Column("status", String(16), nullable=False),
    Column("invite", String(64), nullable=True, unique=True),
    Column("version", Integer, nullable=False),  # of the last event; compared and updated by appends
    Column("created", BigInteger, nullable=False),
    Column("updated", BigInteger, nullable=False),
    Column("finished", Integer, nullable=True, unique=True),  # number in the order of endings, which ratings follow
    Column("winner", SmallInteger, nullable=True),  # of a finished match; null for a draw
    Column("reason", String(32), nullable=True),  # why it ended, as a single word
    Column("leg", SmallInteger, nullable=True),  # which of two games; null if there is only one
    Column("other_leg", String(32), nullable=True),  # the match of the other game
    Column("annulled", BigInteger, nullable=True),  # when it was annulled
    Index("ix_matches_status_updated", "status", "updated"),
)

seats = Table(
    "seats",
    metadata,
    Column("match", String(32), ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("side", SmallInteger, primary_key=True),
    Column("account", String(32), ForeignKey("accounts.id"), nullable=True),
    Column("bot", String(32), nullable=True),
    Column("friend", String(40), nullable=True),  # the name of a friend who shares the opponent's screen
    Index("ix_seats_account_match", "account", "match"),
)

events = Table(
    "events",
    metadata,
    Column("match", String(32), ForeignKey("matches.id"), primary_key=True),
    Column("version", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("payload", LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)

commands = Table(
    "commands",
    metadata,
    Column("match", String(32), ForeignKey("matches.id"), primary_key=True),
    Column("actor", String(40), primary_key=True),
    Column("command", String(64), primary_key=True),
    Column("first", Integer, nullable=False),
    Column("last", Integer, nullable=False),
    sqlite_with_rowid=False,
)

jobs = Table(
    "jobs",
    metadata,
    Column("kind", String(16), primary_key=True),
    Column("subject", String(64), primary_key=True),
    Column("due", BigInteger, nullable=False),
    Column("revision", Integer, nullable=False),  # grows whenever the job is rescheduled, to detect old claims
    Column("claimed_by", String(64), nullable=True),
    Column("claimed_until", BigInteger, nullable=True),
    Index("ix_jobs_due", "due"),
)

processes = Table(
    "processes",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("kind", String(16), nullable=False),  # server or worker
    Column("host", String(255), nullable=False),  # the machine's name
    Column("version", String(64), nullable=False),  # the program's
    Column("since", BigInteger, nullable=False),  # it has been running without a gap since then
    Column("seen", BigInteger, nullable=False),  # its last heartbeat
)

seeks = Table(
    "seeks",
    metadata,
    Column("id", String(32), primary_key=True),  # the id shown in the lobby's list
    Column("account", String(32), ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("request", String(64), nullable=False),  # the client's own id for it
    Column("process", String(32), nullable=False),  # the seek lives as long as its process and its connection there
    Column("line", Integer, nullable=False),  # the number of the connection
    Column("since", BigInteger, nullable=False),
    Column("changed", BigInteger, nullable=False),  # when it was added, moved to another connection or removed
    Column("payload", LargeBinary, nullable=False),  # what is wanted
    Column("gone", BigInteger, nullable=True),  # when it stopped waiting
    Column("match", String(32), nullable=True),  # the match it led to
    Index("ix_seeks_changed", "changed"),
)
_WAITS = seeks.c.gone.is_(None)
Index("ix_seeks_since", seeks.c.since, sqlite_where=_WAITS, postgresql_where=_WAITS)
Index(
    "uq_seeks_account_request",
    seeks.c.account,
    seeks.c.request,
    unique=True,
    sqlite_where=_WAITS,
    postgresql_where=_WAITS,
)

counters = Table(
    "counters",
    metadata,
    Column("name", String(32), primary_key=True),
    Column("value", Integer, nullable=False),
)

ratings = Table(
    "ratings",
    metadata,
    Column("account", String(32), ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True),
    Column("game", String(32), primary_key=True),
    Column("rating", Float(53), nullable=False),
    Column("deviation", Float(53), nullable=False),
    Column("volatility", Float(53), nullable=False),
    Column("played", Integer, nullable=False),
    Index("ix_ratings_game_rating", "game", "rating"),
)

rating_history = Table(
    "rating_history",
    metadata,
    Column("account", String(32), ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True),
    Column("finished", Integer, primary_key=True),  # the match's number in the order of endings
    Column("game", String(32), nullable=False),
    Column("match", String(32), ForeignKey("matches.id"), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("rating", Float(53), nullable=False),
    Column("deviation", Float(53), nullable=False),
    Column("volatility", Float(53), nullable=False),
)

stats = Table(
    "stats",
    metadata,
    Column("account", String(32), ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True),
    Column("game", String(32), primary_key=True),
    Column("opponent", String(40), primary_key=True),  # friend, pool, or a bot by name
    Column("side", SmallInteger, primary_key=True),
    Column("won", Integer, nullable=False),
    Column("lost", Integer, nullable=False),
    Column("drawn", Integer, nullable=False),
    Column("captures", Integer, nullable=False),
    Column("longest", Integer, nullable=False),  # in turns
)

streaks = Table(
    "streaks",
    metadata,
    Column("account", String(32), ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True),
    Column("game", String(32), primary_key=True),
    Column("opponent", String(40), primary_key=True),
    Column("current", Integer, nullable=False),
    Column("best", Integer, nullable=False),
)

puzzle_attempts = Table(
    "puzzle_attempts",
    metadata,
    Column("account", String(32), ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True),
    Column("game", String(32), primary_key=True),
    Column("puzzle", String(16), primary_key=True),  # a digest of its position: numbers may change
    Column("solved", Boolean, nullable=False),
    Column("at", BigInteger, nullable=False),
)

puzzle_standings = Table(
    "puzzle_standings",
    metadata,
    Column("account", String(32), ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True),
    Column("game", String(32), primary_key=True),
    Column("rating", Float(53), nullable=False),
    Column("deviation", Float(53), nullable=False),
    Column("volatility", Float(53), nullable=False),
    Column("solved", Integer, nullable=False),
    Column("failed", Integer, nullable=False),
    Column("current", Integer, nullable=False),  # in a row
    Column("best", Integer, nullable=False),
)

puzzle_grades = Table(
    "puzzle_grades",
    metadata,
    Column("game", String(32), primary_key=True),
    Column("puzzle", String(16), primary_key=True),
    Column("rating", Float(53), nullable=False),
    Column("deviation", Float(53), nullable=False),
    Column("volatility", Float(53), nullable=False),
    Column("tried", Integer, nullable=False),
)

reviews = Table(
    "reviews",
    metadata,
    Column("match", String(32), ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("account", String(32), ForeignKey("accounts.id", ondelete="SET NULL"), nullable=True, index=True),
    Column("asked", BigInteger, nullable=False),
    Column("progress", Float(53), nullable=False),  # from 0 to 1
    Column("payload", LargeBinary, nullable=True),  # null until it is done
)

balance = Table(
    "balance",
    metadata,
    Column("game", String(32), primary_key=True),
    Column("band", SmallInteger, primary_key=True, autoincrement=False),  # the lowest rating in it
    Column("won", Integer, nullable=False),  # by the first side, in rated matches between people
    Column("drawn", Integer, nullable=False),
    Column("lost", Integer, nullable=False),
)

passkeys = Table(
    "passkeys",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("account", String(32), ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("credential", Text, nullable=False, unique=True),  # the id given by the authenticator, in base64url
    Column("public_key", LargeBinary, nullable=False),
    Column("sign_count", BigInteger, nullable=False),
    Column("label", String(64), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("used", BigInteger, nullable=True),
)

second_factors = Table(
    "second_factors",
    metadata,
    Column("account", String(32), ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True),
    Column("secret", Text, nullable=False),  # encrypted if the server has a key
    Column("since", BigInteger, nullable=True),  # null until a first code has confirmed it
    Column("step", BigInteger, nullable=False),  # of the last accepted code, because no code is valid twice
)

recovery_codes = Table(
    "recovery_codes",
    metadata,
    Column("digest", String(64), primary_key=True),
    Column("account", String(32), ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("created", BigInteger, nullable=False),
)

email_addresses = Table(
    "email_addresses",
    metadata,
    Column("account", String(32), ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True),
    Column("address", String(254), nullable=False),
    Column("confirmed", BigInteger, nullable=False),
    Column("language", String(8), nullable=False),  # of the mails to this address
)

tickets = Table(
    "tickets",
    metadata,
    Column("digest", String(64), primary_key=True),
    Column("kind", String(16), nullable=False),  # the step it is for
    Column("account", String(32), ForeignKey("accounts.id", ondelete="CASCADE"), nullable=True, index=True),
    Column("payload", Text, nullable=False),
    Column("tries", Integer, nullable=False),
    Column("expires", BigInteger, nullable=False, index=True),
)

roles = Table(
    "roles",
    metadata,
    Column("account", String(32), ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True),
    Column("role", String(16), nullable=False),  # moderator or admin
)

bans = Table(
    "bans",
    metadata,
    Column("account", String(32), ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True),
    Column("reason", Text, nullable=False),  # shown to the account's owner
    Column("since", BigInteger, nullable=False),
    Column("until", BigInteger, nullable=True),  # null: permanent
)

reports = Table(
    "reports",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("reporter", String(32), ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False),
    Column("subject", String(32), ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("match", String(32), ForeignKey("matches.id", ondelete="CASCADE"), nullable=True),
    Column("kind", String(16), nullable=False),
    Column("text", Text, nullable=False),
    Column("closed", BigInteger, nullable=True),  # null while it is open
    Column("note", Text, nullable=False),  # on the outcome
    Index("ix_reports_closed_at", "closed", "at"),
    Index("ix_reports_reporter_at", "reporter", "at"),
)

# Append-only: triggers created by a migration refuse any other change. Accounts and matches are given only by id, not
# by a foreign key, so that an entry stays when they are deleted.
audit = Table(
    "audit",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("at", BigInteger, nullable=False),
    Column("actor", String(32), nullable=True),  # an account; null for the operator on the command line
    Column("act", String(32), nullable=False),
    Column("account", String(32), nullable=True, index=True),  # the account it was done to
    Column("match", String(32), nullable=True),
    Column("reason", Text, nullable=False),
    Column("network", String(64), nullable=False),  # where the actor was; empty on the command line
)
