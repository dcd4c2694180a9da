"""Errors of this library."""

from __future__ import annotations

import email.utils
import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timezone
from typing import Any, Literal


class PosthornError(Exception):
    """The base class of all errors of this library."""


@dataclass(frozen=True)
class FieldError:
    """An invalid field of a request."""

    pointer: str
    """A JSON pointer into the body, or the name of a parameter."""
    detail: str


class ApiError(PosthornError):
    """The server refused a call.

    The response is an RFC 9457 problem, unless it comes from a proxy; then only `status` and `body` are set.
    """

    def __init__(self, method: str, path: str, status: int, headers: Mapping[str, str], body: bytes) -> None:
        problem = _problem(body)
        self.status = status
        """The HTTP status."""
        self.code = _text(problem.get("code"))
        """The machine-readable code, such as `subscription_exists`; empty if there is none."""
        self.title = _text(problem.get("title"))
        self.detail = _text(problem.get("detail"))
        """The problem and the remedy; may be empty."""
        self.errors = _field_errors(problem.get("errors"))
        """One entry for each invalid field."""
        self.retry_after = retry_after(headers)
        """The seconds to wait before a retry, if the server gave them."""
        self.request_id = headers.get("x-request-id")
        """The request id, to find the call in the server's log."""
        self.body = body
        message = f"{method} {path} failed with {status}"
        if self.title:
            message += f" {self.title}"
        if self.detail:
            message += f": {self.detail}"
        for error in self.errors:
            if error.detail not in self.detail:  # the detail has the first error in full
                message += f" [{error.pointer}: {error.detail}]"
        super().__init__(message)


class NoResponseError(PosthornError):
    """No usable response arrived.

    The reason is `not_reached` (no connection, so that the server did not get the call), `connection_lost` or
    `timeout` (the call may have taken effect), or `invalid` (the response is not from Posthorn).
    """

    Reason = Literal["not_reached", "connection_lost", "timeout", "invalid"]

    def __init__(self, reason: Reason, message: str) -> None:
        super().__init__(message)
        self.reason = reason


def retry_after(headers: Mapping[str, str]) -> float | None:
    """The seconds that a `Retry-After` asks for, given in seconds or as a date."""
    value = headers.get("retry-after", "").strip()
    if value.isascii() and value.isdecimal() and len(value) < 10:
        return float(value)
    try:
        date = email.utils.parsedate_to_datetime(value)
    except ValueError:
        return None
    if date.tzinfo is None:
        date = date.replace(tzinfo=timezone.utc)
    return max(0.0, (date - datetime.now(timezone.utc)).total_seconds())


def _problem(body: bytes) -> dict[str, Any]:
    try:
        problem = json.loads(body)
    except ValueError:
        return {}  # from a proxy
    return problem if isinstance(problem, dict) else {}


def _field_errors(value: object) -> tuple[FieldError, ...]:
    entries = value if isinstance(value, list) else []
    return tuple(
        FieldError(_text(entry.get("pointer")), _text(entry.get("detail")))
        for entry in entries
        if isinstance(entry, dict)
    )


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""
