"""Verification of received messages."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timezone
from typing import Any, Literal, Protocol

from ._errors import PosthornError

_PREFIX = "whsec_"
_VERSION = "v1,"


class WebhookVerificationError(PosthornError):
    """A message is not authentic, was changed, or is too old. Respond with 401."""

    Reason = Literal["headers", "signature", "timestamp"]

    def __init__(self, reason: Reason, message: str) -> None:
        super().__init__(message)
        self.reason = reason


class WebhookHeaders(Protocol):
    """Headers of a request, as FastAPI, Flask, Django, http.server or a dict have them."""

    def items(self) -> Iterable[tuple[str, str]]: ...


@dataclass(frozen=True)
class VerifiedMessage:
    """A message that was verified."""

    id: str
    """The same for all attempts of a message: skip ids that you have already processed."""
    timestamp: datetime
    """The time of the attempt."""
    body: bytes

    def json(self) -> Any:
        """Parses the body."""
        return json.loads(self.body)


class Webhook:
    """A verifier of received messages (Standard Webhooks 1.0, v1).

        webhook = Webhook(os.environ["WEBHOOK_SECRET"])
        message = webhook.verify(raw_body, request.headers)  # raises WebhookVerificationError

    `secrets` is the endpoint's signing secret, or several, any of which may sign. `tolerance` is the allowed clock
    difference in seconds.
    """

    def __init__(
        self,
        secrets: str | Sequence[str],
        *,
        tolerance: float = 300,
        now: Callable[[], float] = time.time,
    ) -> None:
        given = [secrets] if isinstance(secrets, str) else secrets
        if not given:
            raise ValueError("At least one secret is required.")
        self._keys = [_key(secret) for secret in given]
        self._tolerance = tolerance
        self._now = now

    def verify(self, body: bytes | str, headers: WebhookHeaders) -> VerifiedMessage:
        """Verifies a message.

        `body` is the raw body: JSON that was parsed and written again has another signature. Raises
        WebhookVerificationError if the message is not authentic, or too old.
        """
        raw = body.encode() if isinstance(body, str) else body
        lower = {name.lower(): value for name, value in headers.items()}
        message_id = lower.get("webhook-id", "")
        timestamp = lower.get("webhook-timestamp", "")
        signatures = lower.get("webhook-signature", "")
        if not (message_id and signatures and _is_number(timestamp)):
            raise WebhookVerificationError(
                "headers", "webhook-id, webhook-timestamp or webhook-signature is missing or malformed"
            )
        if not self._is_signed(f"{message_id}.{timestamp}.".encode() + raw, signatures):
            raise WebhookVerificationError("signature", "no signature matches")
        age = int(self._now()) - int(timestamp)
        if abs(age) > self._tolerance:
            raise WebhookVerificationError(
                "timestamp",
                f"the signature is valid, but the timestamp is {abs(age)} s {'ahead' if age < 0 else 'old'}",
            )
        return VerifiedMessage(message_id, datetime.fromtimestamp(int(timestamp), timezone.utc), raw)

    def _is_signed(self, signed: bytes, signatures: str) -> bool:
        """During a rotation a message has several signatures; one match is enough."""
        given = [text[len(_VERSION) :].encode() for text in signatures.split(" ") if text.startswith(_VERSION)]
        found = False
        for key in self._keys:
            expected = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
            for signature in given:
                # No early end, and a comparison in constant time, so that the duration shows nothing.
                found |= hmac.compare_digest(expected, signature)
        return found


def _is_number(text: str) -> bool:
    # isdecimal alone accepts the digits of every script.
    return text.isascii() and text.isdecimal() and len(text) <= 12


def _key(secret: str) -> bytes:
    key = b""
    if secret.startswith(_PREFIX):
        try:
            key = base64.b64decode(secret[len(_PREFIX) :], validate=True)
        except (binascii.Error, ValueError):
            key = b""  # refused below, without repeating it
    if not 24 <= len(key) <= 64:
        raise ValueError(
            "A secret must be whsec_ and the Base64 of 24 to 64 bytes, as GET /endpoints/{id}/secret returns it."
        )
    return key
