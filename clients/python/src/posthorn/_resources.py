"""The calls about subscriptions, endpoints, messages, customers and keys."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Literal, cast

from ._paging import PagedList
from ._transport import Transport
from .types import (
    CancellationInput,
    CircuitEntry,
    Customer,
    CustomerDeliveryState,
    Endpoint,
    EndpointChange,
    EndpointSummary,
    EventInput,
    EventVerdict,
    Job,
    Key,
    KeyInClear,
    KeyInput,
    Message,
    MessageStatus,
    MessageSummary,
    ReplayInput,
    RetryInput,
    Secret,
    Subscription,
    SubscriptionChange,
    SubscriptionInput,
    SubscriptionWithSecret,
    TestResult,
)


class _Resource:
    name = ""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def _call(self, method: str, *path: str, body: object = None, repeatable: bool | None = None) -> Any:
        return self._transport.call(method, self.name, *path, body=body, repeatable=repeatable)

    def _paged(self, *path: str, **criteria: object) -> PagedList[Any]:
        return self._pages(path, criteria)

    def _pages(self, path: tuple[str, ...], criteria: Mapping[str, object]) -> PagedList[Any]:
        return PagedList(
            lambda cursor: self._transport.call("GET", self.name, *path, query={**criteria, "cursor": cursor})
        )


class Subscriptions(_Resource):
    """The calls about subscriptions."""

    name = "subscriptions"

    def create(self, subscription: SubscriptionInput) -> SubscriptionWithSecret:
        """Creates a subscription. The response has the secret that signs its messages."""
        return cast("SubscriptionWithSecret", self._call("POST", body=subscription))

    def list(self, *, endpoint: str | None = None) -> PagedList[Subscription]:
        """The subscriptions, oldest first."""
        return self._paged(endpoint=endpoint)

    def get(self, subscription_id: str) -> Subscription:
        return cast("Subscription", self._call("GET", subscription_id))

    def update(self, subscription_id: str, change: SubscriptionChange) -> SubscriptionWithSecret:
        """Changes the given fields; None clears one. Waiting messages move to a new URL."""
        return cast("SubscriptionWithSecret", self._call("PATCH", subscription_id, body=change))

    def delete(self, subscription_id: str) -> None:
        """Deletes a subscription; its waiting messages are cancelled."""
        self._call("DELETE", subscription_id)

    def test(self, subscription_id: str) -> TestResult:
        """Sends a test request now. It is not a message and does not count; at most 10 per minute."""
        return cast("TestResult", self._call("POST", subscription_id, "test"))

    # "list" is a method here, so that the type needs another name.
    def dry_run(self, subscription: SubscriptionInput, event: EventInput | None = None) -> _Verdicts:
        """Evaluates an unsaved subscription against an event, or against the last 20 events."""
        body = {"subscription": subscription} | ({} if event is None else {"event": event})
        return cast("_Verdicts", self._call("POST", "dryRun", body=body, repeatable=True)["data"])


_Verdicts = list[EventVerdict]


class Endpoints(_Resource):
    """The calls about endpoints: the URLs of a customer, their health and their secrets."""

    name = "endpoints"

    def list(
        self,
        *,
        status: Literal["enabled", "disabled", "frozen"] | None = None,
        paused: bool | None = None,
        q: str | None = None,
        series: bool | None = None,
    ) -> PagedList[EndpointSummary]:
        """The endpoints, ordered by id. `q` is a part of the URL, or an id."""
        return self._paged(status=status, paused=paused, q=q, series=series)

    def get(self, endpoint_id: str) -> Endpoint:
        return cast("Endpoint", self._call("GET", endpoint_id))

    def update(self, endpoint_id: str, change: EndpointChange) -> Endpoint:
        """Sets limits, timeout, static headers and options; None clears a field."""
        return cast("Endpoint", self._call("PATCH", endpoint_id, body=change))

    def enable(self, endpoint_id: str) -> Endpoint:
        """Enables an endpoint that is disabled, frozen or paused; held messages are due at once."""
        return cast("Endpoint", self._call("POST", endpoint_id, "enable", repeatable=True))

    def pause(self, endpoint_id: str) -> Endpoint:
        """Pauses an endpoint until it is resumed or enabled."""
        return cast("Endpoint", self._call("POST", endpoint_id, "pause", repeatable=True))

    def resume(self, endpoint_id: str) -> Endpoint:
        """Ends the pause of an endpoint; its circuit stays as it is."""
        return cast("Endpoint", self._call("POST", endpoint_id, "resume", repeatable=True))

    def history(self, endpoint_id: str) -> PagedList[CircuitEntry]:
        """The last 200 changes and probes of its circuit, newest first."""
        return self._paged(endpoint_id, "history")

    def secret(self, endpoint_id: str) -> Secret:
        """The secret that signs its messages."""
        return cast("Secret", self._call("GET", endpoint_id, "secret"))

    def set_secret(self, endpoint_id: str, secret: str) -> Secret:
        """Imports a secret: `whsec_` and the Base64 of 24 to 64 bytes."""
        return cast("Secret", self._call("PUT", endpoint_id, "secret", body={"secret": secret}))

    def rotate_secret(self, endpoint_id: str, overlap: str = "24h") -> Secret:
        """Creates a new secret; both sign during the overlap."""
        return cast("Secret", self._call("POST", endpoint_id, "secret", "rotate", body={"overlap": overlap}))


class Messages(_Resource):
    """The calls about messages, each of which is one event for one subscription."""

    name = "messages"

    def list(
        self,
        *,
        endpoint: str | None = None,
        subscription: str | None = None,
        obj_code: str | None = None,
        event_type: str | None = None,
        obj_id: str | None = None,
        status: MessageStatus | None = None,
        outcome: str | None = None,
        accepted_from: datetime | str | None = None,
        accepted_to: datetime | str | None = None,
        ended_from: datetime | str | None = None,
        ended_to: datetime | str | None = None,
    ) -> PagedList[MessageSummary]:
        """The messages, newest first. `outcome` is that of the last attempt, such as `failed`, `503` or `5xx`."""
        criteria = {
            "endpoint": endpoint,
            "subscription": subscription,
            "objCode": obj_code,
            "eventType": event_type,
            "objId": obj_id,
            "status": status,
            "outcome": outcome,
            "from": accepted_from,
            "to": accepted_to,
            "endedFrom": ended_from,
            "endedTo": ended_to,
        }
        return self._pages((), criteria)

    def get(self, message_id: str) -> Message:
        """A message with its payload and its attempts."""
        return cast("Message", self._call("GET", message_id))

    def replay(self, message_id: str) -> Message:
        """Replays an ended message on a new schedule."""
        return cast("Message", self._call("POST", message_id, "replay"))

    def cancel(self, message_id: str) -> Message:
        """Cancels a waiting message."""
        return cast("Message", self._call("POST", message_id, "cancel"))

    def retry(self, message_id: str) -> Message:
        """Attempts a waiting message now."""
        return cast("Message", self._call("POST", message_id, "retry"))

    def replay_all(self, selection: ReplayInput) -> Job:
        """Replays many ended messages, or counts them, in the background."""
        return cast("Job", self._transport.call("POST", "replays", body=selection))

    def replay_job(self, job_id: str) -> Job:
        """The progress of a bulk replay."""
        return cast("Job", self._transport.call("GET", "replays", job_id))

    def cancel_all(self, selection: CancellationInput) -> Job:
        """Cancels many waiting messages, or counts them, in the background."""
        return cast("Job", self._transport.call("POST", "cancellations", body=selection))

    def cancel_job(self, job_id: str) -> Job:
        """The progress of a bulk cancellation."""
        return cast("Job", self._transport.call("GET", "cancellations", job_id))

    def retry_all(self, selection: RetryInput) -> Job:
        """Attempts many waiting messages now, or counts them, in the background."""
        return cast("Job", self._transport.call("POST", "retries", body=selection))

    def retry_job(self, job_id: str) -> Job:
        """The progress of a bulk retry."""
        return cast("Job", self._transport.call("GET", "retries", job_id))


class Customers(_Resource):
    """The calls about customers (tenants); for admins."""

    name = "customers"

    def list(self) -> PagedList[Customer]:
        """All customers, ordered by id."""
        return self._paged()

    def create(self, customer_id: str) -> Customer:
        """Creates a customer, unless it exists."""
        return cast("Customer", self._call("PUT", customer_id))

    def get(self, customer_id: str) -> Customer:
        return cast("Customer", self._call("GET", customer_id))

    def delete(self, customer_id: str) -> None:
        """Erases a customer and all its data, in the background."""
        self._call("DELETE", customer_id)

    def pause_delivery(self, customer_id: str) -> CustomerDeliveryState:
        """Pauses the deliveries of a customer."""
        response = self._call("POST", customer_id, "delivery", "pause", repeatable=True)
        return cast("CustomerDeliveryState", response)

    def resume_delivery(self, customer_id: str) -> CustomerDeliveryState:
        """Resumes the deliveries of a customer."""
        response = self._call("POST", customer_id, "delivery", "resume", repeatable=True)
        return cast("CustomerDeliveryState", response)


class Keys(_Resource):
    """The calls about API keys; for admins."""

    name = "keys"

    def create(self, key: KeyInput) -> KeyInClear:
        """Creates a key. Only this response contains the key itself."""
        return cast("KeyInClear", self._call("POST", body=key))

    def list(self) -> PagedList[Key]:
        return self._paged()

    def revoke(self, key_id: str) -> None:
        """Revokes a key. Calls with it are refused from then on."""
        self._call("DELETE", key_id)
