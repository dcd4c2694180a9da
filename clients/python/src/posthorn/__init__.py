"""The client of Posthorn, a webhook delivery server."""

from ._client import Posthorn
from ._errors import ApiError, FieldError, NoResponseError, PosthornError
from ._paging import Page, PagedList
from ._transport import RetryPolicy
from ._version import VERSION as __version__
from ._webhook import VerifiedMessage, Webhook, WebhookHeaders, WebhookVerificationError

__all__ = [
    "ApiError",
    "FieldError",
    "NoResponseError",
    "Page",
    "PagedList",
    "Posthorn",
    "PosthornError",
    "RetryPolicy",
    "VerifiedMessage",
    "Webhook",
    "WebhookHeaders",
    "WebhookVerificationError",
    "__version__",
]
