"""Fair shares of a whole site: how much of the bots' time each account has used, on any server or worker.

Redis keeps the seconds used in one sorted set, as `log2(seconds) + time / half-life`: a member's score stays the same
while its seconds decay, and the lowest scores matter least. Only servers know which network a guest comes from; they
tell the workers through a key for each guest.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections import defaultdict
from collections.abc import Collection
from itertools import islice

from quincunx.host.fair_shares import HALF_LIFE, MOST_KNOWN, FairShares
from quincunx.host.redis_bus import FAULTS, PREFIX, RedisBus

log = logging.getLogger("quincunx.host")

USED = f"{PREFIX}shares"
NETWORK = f"{PREFIX}network:"  # of a guest
LASTS = 86_400  # seconds that a guest's network is remembered without a new connection
DIGEST = 32  # characters
PATIENCE = 1.0  # seconds for Redis to answer; after that, this process's own knowledge must do
AT_ONCE = 500  # accounts in one round trip
LEAST = 0.001  # seconds: less than that is forgotten

# KEYS: the sorted set, then for each account the key of its network; ARGV: each account
_FUNCTIONS = f"""
local clock = redis.call('TIME')
local half_lives = (clock[1] + clock[2] / 1000000) / {HALF_LIFE}

local function used(party)
  local score = redis.call('ZSCORE', KEYS[1], party)
  return score and 2 ^ (tonumber(score) - half_lives) or 0
end

local function party_of(i)
  return redis.call('GET', KEYS[i + 1]) or ARGV[i]
end
"""

# ARGV also: after all accounts, the additional seconds of each
_CHARGE = f"""{_FUNCTIONS}
local function charge(party, seconds)
  local left = used(party) + seconds
  if left < {LEAST} then
    redis.call('ZREM', KEYS[1], party)
  else
    redis.call('ZADD', KEYS[1], string.format('%.17g', half_lives + math.log(left) / math.log(2)), party)
  end
end

local accounts = #KEYS - 1
for i = 1, accounts do
  local seconds, party = tonumber(ARGV[accounts + i]), party_of(i)
  charge(ARGV[i], seconds)
  if party ~= ARGV[i] then
    charge(party, seconds)
  end
end
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', half_lives + math.log({LEAST}) / math.log(2))
while redis.call('ZCARD', KEYS[1]) > {MOST_KNOWN} do
  redis.call('ZPOPMIN', KEYS[1])
end
redis.call('EXPIRE', KEYS[1], {LASTS})
"""

_READ = f"""{_FUNCTIONS}
local found = {{}}
for i = 1, #KEYS - 1 do
  found[2 * i - 1] = string.format('%.6f', used(party_of(i)))
  found[2 * i] = string.format('%.6f', used(ARGV[i]))
end
return found
"""


class RedisShares(FairShares):
    """The seconds that each account has used on the whole site, or in this process while Redis is unreachable."""

    def __init__(self, bus: RedisBus) -> None:
        super().__init__()
        self.bus = bus
        self._charge = bus.client.register_script(_CHARGE)
        self._read = bus.client.register_script(_READ)
        self._charged: defaultdict[str, float] = defaultdict(float)  # but not yet sent
        self._came: dict[str, str] = {}  # guests whose networks have not been sent
        self._one_at_a_time = asyncio.Lock()
        self._sending: asyncio.Task[None] | None = None
        bus.follow("shares", lambda hint: None, self._send_all_networks)

    def note_network(self, guest: str, network: str) -> None:
        super().note_network(guest, network)
        self._came[guest] = network
        self._send_soon()

    def charge(self, account: str, seconds: float) -> None:
        super().charge(account, seconds)
        self._charged[account] += seconds
        self._send_soon()

    async def read(self, accounts: Collection[str]) -> dict[str, tuple[float, float]]:
        if not self.bus.is_connected:
            return self.all_used(accounts)
        try:
            async with asyncio.timeout(PATIENCE):
                await self._send()  # first, because what was just charged counts
                names = [*dict.fromkeys(accounts)]
                found = [float(text) for text in await self._read(_keys(names), names)]
        except FAULTS as error:
            _note(error)
            return self.all_used(accounts)
        return dict(zip(names, zip(found[::2], found[1::2], strict=True), strict=True))

    def _send_all_networks(self) -> None:
        """Tell Redis about the guests of this process, because it may have restarted."""
        self._came = dict(self._networks)
        self._send_soon()

    def _send_soon(self) -> None:
        if not self.bus.is_connected:  # networks are sent once it is connected again
            self._came.clear()
            self._charged.clear()
        elif self._sending is None or self._sending.done():
            self._sending = asyncio.create_task(self._keep_sending())

    async def _keep_sending(self) -> None:
        """Send everything. Anything that Redis does not take is lost to the other processes, except for networks."""
        try:
            while self._came or self._charged:
                async with asyncio.timeout(PATIENCE):
                    await self._send()
        except FAULTS as error:
            _note(error)
            self._charged.clear()

    async def _send(self) -> None:
        async with self._one_at_a_time:
            if came := dict(islice(self._came.items(), AT_ONCE)):
                pipeline = self.bus.client.pipeline(transaction=False)
                for guest, network in came.items():
                    pipeline.set(NETWORK + guest, _digest(network), ex=LASTS)
                await pipeline.execute()
                for guest in came:
                    self._came.pop(guest, None)
            if charged := dict(islice(self._charged.items(), AT_ONCE)):
                for account in charged:
                    del self._charged[account]
                await self._charge(_keys(charged), [*charged, *charged.values()])


def _keys(accounts: Collection[str]) -> list[str]:
    return [USED, *(NETWORK + account for account in accounts)]


def _digest(network: str) -> str:
    """The name of a network in Redis, which cannot be mistaken for an account."""
    return "@" + hashlib.sha256(network.encode()).hexdigest()[:DIGEST]


def _note(error: BaseException) -> None:
    log.debug("shares alone", extra={"reason": f"{type(error).__name__}: {error}"})
