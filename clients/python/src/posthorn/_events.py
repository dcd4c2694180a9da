"""The calls that send events and look them up."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import cast

from ._paging import PagedList
from ._transport import Transport, to_json
from .types import AcceptedEvent, DryRunResult, Event, EventInput, EventSummary

# The server's limits per call.
_MAX_BATCH_EVENTS = 1_000
_MAX_BATCH_BYTES = 16 * 1024 * 1024


class Events:
    """The calls that send events and look them up."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def send(self, event: EventInput) -> AcceptedEvent:
        """Sends an event, and returns once it is durable."""
        return self._post(_encoded(event))[0]

    def send_all(self, events: Iterable[EventInput]) -> list[AcceptedEvent]:
        """Sends events in batches of up to 1,000 events and 16 MiB, and returns once all are durable.

        If it raises an error, the batches before the one that failed are accepted: send all of them again, with ids
        of your own.
        """
        return [accepted for batch in self.send_batches(events) for accepted in batch]

    def send_batches(self, events: Iterable[EventInput]) -> Iterator[list[AcceptedEvent]]:
        """Sends events in batches and yields each batch once it is accepted, in the order of the events."""
        batch: list[bytes] = []
        size = 2
        for event in events:
            encoded = _encoded(event)
            if batch and (len(batch) == _MAX_BATCH_EVENTS or size + len(encoded) + 1 > _MAX_BATCH_BYTES):
                yield self._post(b"[" + b",".join(batch) + b"]")
                batch, size = [], 2
            batch.append(encoded)
            size += len(encoded) + 1
        if batch:
            yield self._post(b"[" + b",".join(batch) + b"]")

    def _post(self, body: bytes) -> list[AcceptedEvent]:
        response = self._transport.call("POST", "events", body=body, repeatable=True)
        return cast("list[AcceptedEvent]", response["events"])

    def dry_run(self, events: Iterable[EventInput]) -> list[DryRunResult]:
        """Evaluates up to 1,000 events without storing or sending anything."""
        response = self._transport.call("POST", "events", query={"dryRun": True}, body=list(events), repeatable=True)
        return cast("list[DryRunResult]", response["events"])

    def list(
        self,
        *,
        obj_code: str | None = None,
        event_type: str | None = None,
        obj_id: str | None = None,
        matched: bool | None = None,
        accepted_from: datetime | str | None = None,
        accepted_to: datetime | str | None = None,
    ) -> PagedList[EventSummary]:
        """The accepted events, newest first. With `matched` only those that matched a subscription, or others."""
        criteria = {
            "objCode": obj_code,
            "eventType": event_type,
            "objId": obj_id,
            "matched": matched,
            "from": accepted_from,
            "to": accepted_to,
        }
        return PagedList(lambda cursor: self._transport.call("GET", "events", query={**criteria, "cursor": cursor}))

    def get(self, event_id: str) -> Event:
        """An event with its states and messages, by the id it was sent with."""
        return cast("Event", self._transport.call("GET", "events", event_id))


def _encoded(event: EventInput) -> bytes:
    """The id is made once, before the first try, so that a retry creates no second message."""
    return to_json(event if event.get("id") else {**event, "id": str(uuid.uuid4())})
