"""News of a match as messages of the protocol."""

from __future__ import annotations

from msgspec import Raw

from quincunx.host.news import MatchNews, News, PresenceNews
from quincunx.protocol import messages


def news_text(news: News) -> str:
    """The message for a piece of news, as text; written only once for all subscribers."""
    return news.text(_write)


def _write(news: News) -> str:
    match news:
        case MatchNews():
            return messages.write(_events(news))
        case PresenceNews():
            return messages.write(_presence(news))
    raise TypeError(f"there is no message for {type(news).__name__}")


def _events(news: MatchNews) -> messages.Events:
    match = news.match
    return messages.Events(
        match=news.match_id,
        first=news.first,
        events=[Raw(row) for row in news.rows],
        time=news.time,
        status=match.status,
        position=match.position,
        to_move=match.state.to_move,
        times=match.times,
        scenes=list(news.scenes),
        total=match.total(),
        more=news.more,
    )


def _presence(news: PresenceNews) -> messages.Presence:
    return messages.Presence(
        match=news.match_id,
        time=news.time,
        present=news.present,
        lag=news.lag,
        claim_at=news.claim_at,
        watchers=news.watchers,
    )
