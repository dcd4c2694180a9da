"""Calls to the server: connections, retries, errors."""

from __future__ import annotations

import http.client
import json
import os
import random
import re
import ssl
import time
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timezone
from typing import Any
from urllib.parse import quote, urlencode, urlsplit

from ._errors import ApiError, NoResponseError, retry_after
from ._version import VERSION

_PASSING = frozenset({502, 503, 504})
_MAX_IDLE_CONNECTIONS = 16


@dataclass(frozen=True)
class RetryPolicy:
    """The policy for automatic retries; `RetryPolicy(max_attempts=1)` makes none.

    A call with a 429 response, or without a connection, had no effect and is always retried. Calls that are safe to
    repeat (reads, updates, deletions, and events, which have ids) are also retried after 502, 503, 504, a timeout and
    a lost connection. The delay doubles each time and is randomized, so that many clients do not retry at the same
    time; `Retry-After` takes precedence.
    """

    max_attempts: int = 5
    """The total number of tries."""
    first_delay: float = 0.2
    """The delay before the first retry, in seconds."""
    max_delay: float = 30.0
    """The longest delay, in seconds; if the server asks for more, the call fails."""

    def delay_after(self, attempt: int) -> float:
        delay = min(self.first_delay * 2.0 ** (attempt - 1), self.max_delay)
        return delay * random.uniform(0.5, 1)


@dataclass(frozen=True)
class Response:
    status: int
    headers: Mapping[str, str]
    body: bytes


@dataclass(frozen=True)
class Settings:
    url: str
    api_key: str | None
    customer: str | None
    timeout: float
    retries: RetryPolicy
    ssl_context: ssl.SSLContext | None
    sleep: Callable[[float], None]


class Transport:
    """Sends calls with key, customer and retries, and raises errors. Safe for use by several threads."""

    def __init__(self, settings: Settings, connections: Connections | None = None) -> None:
        self.settings = settings
        self._connections = connections or Connections(settings)
        self._headers = {"Accept": "application/json", "User-Agent": f"posthorn-client-python/{VERSION}"}
        if settings.api_key is not None:
            self._headers["Authorization"] = "Bearer " + _sendable("key", settings.api_key)
        if settings.customer is not None:
            self._headers["X-Customer-Id"] = _sendable("customer", settings.customer)

    def for_customer(self, customer: str) -> Transport:
        return Transport(replace(self.settings, customer=customer), self._connections)

    def close(self) -> None:
        self._connections.close()

    def call(
        self,
        method: str,
        *path: str,
        query: Mapping[str, object] | None = None,
        body: object = None,
        repeatable: bool | None = None,
    ) -> Any:
        """Sends a call and returns the JSON of its response, or None for an empty one."""
        payload = None if body is None else body if isinstance(body, bytes) else to_json(body)
        target = "/api/v1/" + "/".join(quote(part, safe="") for part in path)
        if repeatable is None:
            repeatable = method != "POST"
        response = self._send(method, target, _query(query or {}), payload, repeatable)
        if not response.body or response.status == 404:
            return None
        try:
            return json.loads(response.body)
        except ValueError as e:
            message = f"The server at {self.settings.url} is not Posthorn: the response is not JSON."
            raise NoResponseError("invalid", message) from e

    def _send(self, method: str, path: str, query: str, body: bytes | None, repeatable: bool) -> Response:
        retries = self.settings.retries
        maybe_done = False
        attempt = 0
        while True:
            attempt += 1
            delay = retries.delay_after(attempt)
            try:
                response = self._exchange(method, path + query, body, repeatable)
            except NoResponseError as e:
                lost = e.reason in ("connection_lost", "timeout")
                if attempt >= retries.max_attempts or not (e.reason == "not_reached" or (lost and repeatable)):
                    raise
                maybe_done |= lost
            else:
                if response.status < 300:
                    return response
                if response.status == 404 and method == "DELETE" and maybe_done:
                    return response  # an earlier try without a response deleted it
                asked = retry_after(response.headers)
                if asked is not None:
                    delay = asked * random.uniform(1, 1.1)  # never earlier, and not all at the same time
                if (
                    not (response.status == 429 or (repeatable and response.status in _PASSING))
                    or attempt >= retries.max_attempts
                    or (asked or 0) > retries.max_delay
                ):
                    raise ApiError(method, path, response.status, response.headers, response.body)
                maybe_done |= response.status != 429  # a proxy's 502 or 504 may hide a call that took effect
            self.settings.sleep(delay)

    def _exchange(self, method: str, target: str, body: bytes | None, repeatable: bool) -> Response:
        headers = self._headers if body is None else {**self._headers, "Content-Type": "application/json"}
        # The server may have closed an idle connection, which looks like a lost response. So a call that must not be
        # repeated gets a new connection, and any other is sent again at once.
        connection = self._connections.idle() if repeatable else None
        if connection is not None:
            try:
                return self._on(connection, method, target, body, headers)
            except NoResponseError as e:
                if e.reason != "connection_lost":
                    raise
        return self._on(self._connections.new(), method, target, body, headers)

    def _on(
        self,
        connection: http.client.HTTPConnection,
        method: str,
        target: str,
        body: bytes | None,
        headers: Mapping[str, str],
    ) -> Response:
        url = self.settings.url
        reusable = False
        try:
            connection.request(method, self._connections.path + target, body, headers)
            response = connection.getresponse()
            content = response.read()
            reusable = not response.will_close
            fields = {name.lower(): value for name, value in response.getheaders()}
            return Response(response.status, fields, content)
        except TimeoutError as e:
            raise NoResponseError("timeout", f"Timed out waiting for {url}.") from e
        except (OSError, http.client.IncompleteRead) as e:
            message = f"The connection to {url} was lost before the response arrived."
            raise NoResponseError("connection_lost", message) from e
        except http.client.HTTPException as e:
            raise NoResponseError("invalid", f"The server at {url} does not speak HTTP: {e!r}") from e
        finally:
            if reusable:
                self._connections.give_back(connection)
            else:
                connection.close()


class Connections:
    """Connections to the server, reused."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._idle: deque[http.client.HTTPConnection] = deque()
        address = urlsplit(settings.url)
        self._secure = address.scheme == "https"
        self._host = address.hostname or ""
        self._port = address.port
        self.path = address.path

    def idle(self) -> http.client.HTTPConnection | None:
        try:
            return self._idle.pop()
        except IndexError:
            return None

    def new(self) -> http.client.HTTPConnection:
        timeout = self._settings.timeout
        connection = (
            http.client.HTTPSConnection(
                self._host,
                self._port,
                timeout=timeout,
                context=self._settings.ssl_context or ssl.create_default_context(),
            )
            if self._secure
            else http.client.HTTPConnection(self._host, self._port, timeout=timeout)
        )
        try:
            connection.connect()
        except ssl.SSLError as e:
            raise NoResponseError("invalid", f"The call to {self._settings.url} failed: {e}") from e
        except OSError as e:
            raise NoResponseError("not_reached", f"Cannot connect to {self._settings.url} ({e}).") from e
        return connection

    def give_back(self, connection: http.client.HTTPConnection) -> None:
        if len(self._idle) < _MAX_IDLE_CONNECTIONS:
            self._idle.append(connection)
        else:
            connection.close()

    def close(self) -> None:
        while (connection := self.idle()) is not None:
            connection.close()


def server_url(url: str | None) -> str:
    given = url if url is not None else os.environ.get("POSTHORN_URL", "http://127.0.0.1:8080")
    trimmed = given.rstrip("/")
    if not re.fullmatch(r"https?://[^/?#\s]+[^?#\s]*", trimmed):
        raise ValueError(f"The server's address must look like http://127.0.0.1:8080, not {given}")
    return trimmed


def to_json(value: object) -> bytes:
    return json.dumps(value, default=_default, allow_nan=False, separators=(",", ":")).encode()


def sleep(seconds: float) -> None:
    time.sleep(seconds)


def _default(value: object) -> str:
    if isinstance(value, datetime):
        return _time(value)
    raise TypeError(f"A {type(value).__name__} cannot be written as JSON.")


def _time(value: datetime) -> str:
    if value.tzinfo is None:
        raise ValueError(f"The time {value} has no time zone; use datetime.now(timezone.utc).")
    return value.astimezone(timezone.utc).isoformat().replace("+00:00", "Z")


def _query(parameters: Mapping[str, object]) -> str:
    given = {name: _parameter(value) for name, value in parameters.items() if value is not None}
    return "?" + urlencode(given) if given else ""


def _parameter(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return _time(value) if isinstance(value, datetime) else str(value)


def _sendable(what: str, value: str) -> str:
    """Checks a header value; the error does not repeat it, because it may be secret."""
    if not re.fullmatch(r"[!-~]+", value):
        raise ValueError(f"The {what} contains characters that are not allowed in a header.")
    return value
