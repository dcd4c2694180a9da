"""The client of a Posthorn server."""

from __future__ import annotations

import os
import ssl
from collections.abc import Callable, Mapping
from types import TracebackType
from typing import Any

from ._events import Events
from ._resources import Customers, Endpoints, Keys, Messages, Subscriptions
from ._transport import RetryPolicy, Settings, Transport, server_url, sleep


class Posthorn:
    """The client of a Posthorn server.

        posthorn = Posthorn("https://posthorn.example", api_key)
        posthorn.events.send({"objCode": "ORDER", "eventType": "UPDATE", "objId": "17", "newState": order})

    Calls block. They raise ApiError if the server refuses them, and NoResponseError if no usable response arrives;
    RetryPolicy defines which calls are retried first. A client is safe for use by several threads; one per server is
    enough. It keeps connections open until `close`.

    `url` is the server's address without /api/v1, by default POSTHORN_URL or http://127.0.0.1:8080; `api_key` is by
    default POSTHORN_KEY; `customer` is the customer to act for, if the key is for all customers; `timeout` is the
    longest wait for the server, in seconds.
    """

    def __init__(
        self,
        url: str | None = None,
        api_key: str | None = None,
        *,
        customer: str | None = None,
        timeout: float = 60,
        retries: RetryPolicy = RetryPolicy(),
        ssl_context: ssl.SSLContext | None = None,
        sleep: Callable[[float], None] = sleep,
    ) -> None:
        key = api_key if api_key is not None else os.environ.get("POSTHORN_KEY")
        self._use(Transport(Settings(server_url(url), key, customer, timeout, retries, ssl_context, sleep)))

    def _use(self, transport: Transport) -> None:
        self._transport = transport
        self.events = Events(transport)
        self.subscriptions = Subscriptions(transport)
        self.endpoints = Endpoints(transport)
        self.messages = Messages(transport)
        self.customers = Customers(transport)
        self.keys = Keys(transport)

    def for_customer(self, customer: str) -> Posthorn:
        """A client for one customer, for a key that is for all customers. It shares the connections."""
        client = object.__new__(Posthorn)
        client._use(self._transport.for_customer(customer))
        return client

    def request(
        self,
        method: str,
        *path: str,
        query: Mapping[str, object] | None = None,
        body: object = None,
        repeatable: bool | None = None,
    ) -> Any:
        """Sends any other call of the API, such as `request("GET", "overview")`, with retries and errors as usual."""
        return self._transport.call(method, *path, query=query, body=body, repeatable=repeatable)

    def close(self) -> None:
        """Closes the idle connections."""
        self._transport.close()

    def __enter__(self) -> Posthorn:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()
