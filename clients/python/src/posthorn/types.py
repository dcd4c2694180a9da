"""The types of the API, generated from its OpenAPI document by clients/generate."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Literal, NotRequired, TypeAlias, TypedDict


class Problem(TypedDict):
    """RFC 9457"""

    type: str
    title: str
    status: int
    code: ErrorCode
    detail: str
    """the first error in full, and the remedy"""
    errors: NotRequired[list[FieldError]]


class FieldError(TypedDict):
    pointer: str
    """JSON pointer into the body, or the name of a parameter"""
    detail: str


# The kind of error, for programs. A code never changes its meaning; new ones may be added.
#
# | code | status | meaning |
# | --- | --- | --- |
# | `invalid_request` | 400 | a field, a parameter or the body is wrong; `errors` has an entry for each |
# | `malformed_http` | 400 | malformed or ambiguous HTTP |
# | `unauthorized` | 401 | no key or session, or one that is not valid |
# | `forbidden` | 403 | the role or the scope of the key does not allow the call |
# | `not_found` | 404 | the resource does not exist, or belongs to another customer |
# | `unknown_customer` | 404 | the customer does not exist, or the key does not cover it |
# | `unknown_path` | 404 | no call has this path |
# | `method_not_allowed` | 405 | the path has other methods; see `Allow` |
# | `request_timeout` | 408 | the request took too long to arrive |
# | `conflict` | 409 | the state of the resource does not allow the call |
# | `concurrent_change` | 409 | another call changed the same resource at the same time; repeat the call |
# | `customer_erasing` | 409 | the customer is being erased |
# | `subscription_exists` | 409 | an identical subscription exists; `detail` names its id |
# | `subscription_limit` | 409 | the customer is at its limit of subscriptions; 403 in the Workfront-compatible API |
# | `endpoint_frozen` | 409 | the endpoint is frozen; enable it first |
# | `unsupported_by_engine` | 409 | the engine of this server has no such function |
# | `content_too_large` | 413 | the body, or an event in it, is too large |
# | `uri_too_long` | 414 | path and query are too long |
# | `unsupported_encoding` | 415 | the `Content-Encoding` is not `gzip` |
# | `rate_limited` | 429 | too many events, tests or logins; see `Retry-After` |
# | `waiting_limit` | 429 | the customer has too many waiting messages; see `Retry-After` |
# | `headers_too_large` | 431 | the headers are too large |
# | `internal_error` | 500 | an internal error; the server's log has it |
# | `not_implemented` | 501 | unknown HTTP method; methods are case-sensitive |
# | `overloaded` | 503 | the server is at capacity; the call had no effect |
# | `unavailable` | 503 | the server, or one of its nodes, is starting, stopping or unreachable |
# | `outcome_unknown` | 503 | no reply in time; the call may still take effect |
# | `http_version_not_supported` | 505 | use HTTP/1.1 |
# | `storage_full` | 507 | not enough disk space |
ErrorCode: TypeAlias = Literal[
    "invalid_request",
    "malformed_http",
    "unauthorized",
    "forbidden",
    "not_found",
    "unknown_customer",
    "unknown_path",
    "method_not_allowed",
    "request_timeout",
    "conflict",
    "concurrent_change",
    "customer_erasing",
    "subscription_exists",
    "subscription_limit",
    "endpoint_frozen",
    "unsupported_by_engine",
    "content_too_large",
    "uri_too_long",
    "unsupported_encoding",
    "rate_limited",
    "waiting_limit",
    "headers_too_large",
    "internal_error",
    "not_implemented",
    "overloaded",
    "unavailable",
    "outcome_unknown",
    "http_version_not_supported",
    "storage_full",
]


class ChangedEndpoints(TypedDict):
    changed: int
    preview: bool
    """true if the endpoints were only counted"""


class DryRunInput(TypedDict):
    subscription: SubscriptionInput
    event: NotRequired[EventInput]


class EnableInput(TypedDict):
    status: Literal["disabled", "frozen", "paused"]
    q: NotRequired[str | None]
    """only those with this text in their URL, in any case, or with this id"""
    preview: NotRequired[bool | None]
    """count the endpoints and change nothing"""


class SecretInput(TypedDict):
    secret: str
    """`whsec_` and the Base64 of 24 to 64 bytes, or `whsk_` and the Base64 of the 64 bytes of an Ed25519 private and
    public key, for signatures `v1a`. Each replaces its own kind and keeps the other."""


class RotationInput(TypedDict):
    overlap: NotRequired[str]
    """from 0s to 30d; defaults to 24h"""


Version: TypeAlias = Literal["v1", "v2"]


# cloudevents is CloudEvents 1.0 in structured mode, without base64Encoding and in version v2 only; slack is for
# subscriptions to operational events only
Format: TypeAlias = Literal["workfront", "standard", "raw", "cloudevents", "slack"]


Connector: TypeAlias = Literal["AND", "OR"]


class EventInput(TypedDict):
    id: NotRequired[str]
    """the idempotency key; generated if omitted"""
    customerId: NotRequired[str]
    objCode: str
    eventType: str
    """CREATE has no oldState, DELETE no newState"""
    objId: NotRequired[str | None]
    eventTime: NotRequired[str | datetime | EpochTime | None]
    """ISO 8601 with any offset, or seconds and nanoseconds; defaults to now"""
    userId: NotRequired[str | None]
    newState: NotRequired[dict[str, Any] | None]
    oldState: NotRequired[dict[str, Any] | None]


class EpochTime(TypedDict):
    epochSecond: int
    nano: NotRequired[int]


class AcceptedEvents(TypedDict):
    events: list[AcceptedEvent]


class AcceptedEvent(TypedDict):
    id: str
    messages: NotRequired[int]
    """the number of messages that the event created; not on Kafka"""


class DryRun(TypedDict):
    events: list[DryRunResult]


class DryRunResult(TypedDict):
    id: str
    customerId: str
    subscriptions: list[DryRunMatch]
    omitted: int
    """the number of verdicts left out because of `limit`"""


class DryRunMatch(TypedDict):
    id: str
    endpointId: str
    description: str | None
    """of the subscription"""
    format: Format
    """of the message"""
    ordering: Literal["object"] | None
    """object if the message would be ordered; null without objId"""
    orderingKey: str | None
    matches: bool
    refusals: list[FilterRefusal]
    """the filters that did not match, with the values they compared"""


class FilterRefusal(TypedDict):
    pointer: str
    fieldName: str
    comparison: str
    expected: str | None
    """the JSON of the value that it compared with, or the start of it; null for `changed`, `exists` and `notExists`"""
    saw: str
    """the JSON of the field, or the start of it; `absent` if there is none"""
    reason: NotRequired[str]
    """why it can never match such a value; omitted if it could"""


class EventVerdict(TypedDict):
    id: str
    objCode: str
    eventType: str
    objId: str | None
    acceptedAt: str | None
    orderingKey: str | None
    matches: bool
    refusals: list[FilterRefusal]
    """the codes or filters that did not match, with the values they compared"""


class EventMessage(TypedDict):
    id: str
    subscriptionId: str
    endpointId: str
    status: MessageStatus
    description: str | None
    """of the subscription; null if it has none, or is deleted"""


class EventSummary(TypedDict):
    id: str
    customerId: str
    objCode: str
    eventType: str
    objId: str | None
    eventTime: str
    userId: str | None
    acceptedAt: str
    hasPayload: bool
    """false once the states are past retention"""
    messages: list[EventMessage]


class Event(TypedDict):
    incomplete: NotRequired[list[str]]
    id: str
    customerId: str
    objCode: str
    eventType: str
    objId: str | None
    eventTime: str
    userId: str | None
    acceptedAt: str
    hasPayload: bool
    messages: list[EventMessage]
    newState: dict[str, Any] | None
    oldState: dict[str, Any] | None


Filter: TypeAlias = "FieldFilter | FilterGroup"


class FieldFilter(TypedDict):
    fieldName: str
    """a top-level key, or else a dotted path"""
    fieldValue: NotRequired[Any]
    """any JSON; not used by changed, exists and notExists"""
    comparison: NotRequired[Literal[
        "eq",
        "ne",
        "gt",
        "gte",
        "lt",
        "lte",
        "contains",
        "notContains",
        "containsOnly",
        "changed",
        "exists",
        "notExists",
    ]]
    """defaults to eq"""
    state: NotRequired[Literal["newState", "oldState"]]
    """defaults to newState"""


class FilterGroup(TypedDict):
    type: Literal["group"]
    connector: Connector
    filters: list[FieldFilter]


class SubscriptionInput(TypedDict):
    objCode: str
    eventType: str
    url: str
    """https, without user and fragment"""
    authToken: NotRequired[str | None]
    objId: NotRequired[str | None]
    filters: NotRequired[list[Filter]]
    filterConnector: NotRequired[Connector]
    """defaults to AND"""
    base64Encoding: NotRequired[bool | None]
    """defaults to false"""
    version: NotRequired[Version]
    """defaults to v2"""
    format: NotRequired[Format]
    """defaults to workfront"""
    description: NotRequired[str | None]
    ordering: NotRequired[Literal["object"] | None]


class SubscriptionChange(TypedDict):
    objCode: NotRequired[str]
    eventType: NotRequired[str]
    url: NotRequired[str]
    authToken: NotRequired[str | None]
    objId: NotRequired[str | None]
    filters: NotRequired[list[Filter] | None]
    filterConnector: NotRequired[Connector | None]
    base64Encoding: NotRequired[bool | None]
    version: NotRequired[Version | None]
    format: NotRequired[Format | None]
    description: NotRequired[str | None]
    ordering: NotRequired[Literal["object"] | None]


class Subscription(TypedDict):
    id: str
    customerId: str
    endpointId: str
    objCode: str
    eventType: str
    objId: str | None
    url: str
    authToken: str | None
    """**** and at most its last 4 characters"""
    filters: list[Filter]
    filterConnector: Connector
    base64Encoding: bool
    version: Version
    format: Format
    description: str | None
    ordering: Literal["object"] | None
    createdAt: str
    modifiedAt: str
    versionSwitchedAt: str | None


class SubscriptionWithSecret(TypedDict):
    id: str
    customerId: str
    endpointId: str
    objCode: str
    eventType: str
    objId: str | None
    url: str
    authToken: str | None
    filters: list[Filter]
    filterConnector: Connector
    base64Encoding: bool
    version: Version
    format: Format
    description: str | None
    ordering: Literal["object"] | None
    createdAt: str
    modifiedAt: str
    versionSwitchedAt: str | None
    signingSecret: str
    """signs the messages of the endpoint"""
    warnings: list[Warning]
    """notes for the owner, such as a host name that cannot be resolved now"""


class Warning(TypedDict):
    pointer: str
    detail: str


ErrorKind: TypeAlias = Literal[
    "timeout",
    "refused",
    "dns",
    "tls",
    "blocked_address",
    "connection",
    "auth",
]


class TestResult(TypedDict):
    success: bool
    status: int | None
    error: ErrorKind | None
    detail: str | None
    durationMillis: int
    response: str | None
    """the first KiB of the body; null if only admins may see it"""


class Latency(TypedDict):
    """percentiles in milliseconds; null without attempts"""

    p50: int
    p90: int
    p99: int


class Window(TypedDict):
    """the current hour and the 47 before it"""

    attempts: int
    failures: int
    failureRate: float


class Lanes(TypedDict):
    first: int
    retry: int
    order: int
    """ordered messages behind another one of their object"""


class LastError(TypedDict):
    """the last failed attempt; null if there was none, or if retention has removed it"""

    messageId: str
    attempt: int
    """its number in the life of the message"""
    at: str
    status: int | None
    """null if there was no response"""
    error: NotRequired[str]
    """the kind of the error, if there was no response"""
    errorText: NotRequired[str | None]
    retryAfter: NotRequired[str | None]
    response: NotRequired[str | None]
    """the first bytes of the response"""
    responseHidden: bool
    """the endpoint is in an allowed network, so that only admins see its response"""


class EndpointSummary(TypedDict):
    id: str
    customerId: str
    url: str
    status: Literal["enabled", "disabled", "frozen"]
    paused: bool
    pausedBy: Literal["user", "gone"] | None
    createdAt: str
    successes: int
    failures: int
    consecutiveFailures: int
    window: Window
    lastSuccessAt: str | None
    lastFailureAt: str | None
    disabledAt: str | None
    frozenAt: str | None
    lastProbeAt: str | None
    nextProbeAt: str | None
    lastError: LastError | None
    waiting: Lanes
    lastHour: NotRequired[LastHour]


class LastHour(TypedDict):
    delivered: list[int]
    failed: list[int]


class Endpoint(TypedDict):
    id: str
    customerId: str
    url: str
    status: Literal["enabled", "disabled", "frozen"]
    paused: bool
    pausedBy: Literal["user", "gone"] | None
    createdAt: str
    successes: int
    failures: int
    consecutiveFailures: int
    window: Window
    lastSuccessAt: str | None
    lastFailureAt: str | None
    disabledAt: str | None
    frozenAt: str | None
    lastProbeAt: str | None
    nextProbeAt: str | None
    lastError: LastError | None
    waiting: Lanes
    inFlightLimit: int
    """how many requests may be in flight now"""
    retryAfterUntil: str | None
    maxInFlight: int | None
    maxPerSecond: int | None
    timeout: str | None
    headers: dict[str, str]
    """values are masked"""
    retry: EndpointRetryPolicy | None
    finalStatuses: list[int]
    countFinal: bool
    """whether a response with a final status counts for the circuit"""
    auth: Auth
    latency: Latency | None
    ruleDistance: list[RuleDistance]
    """the distance to each rule that disables or freezes the endpoint"""


class RuleDistance(TypedDict):
    rule: Literal["disabled", "frozen"]
    needs: str
    now: str
    share: float
    attempts: NotRequired[int]
    attemptsAbove: NotRequired[int]
    failureRate: NotRequired[float]
    failureRateAbove: NotRequired[float]
    consecutiveFailures: NotRequired[int]
    consecutiveFailuresFrom: NotRequired[int]
    consecutiveFailuresAbove: NotRequired[int]
    withoutSuccessMillis: NotRequired[int]
    withoutSuccessMillisAbove: NotRequired[int]


class CircuitEntry(TypedDict):
    at: str
    event: Literal[
        "probeFailed",
        "probeSucceeded",
        "disabled",
        "frozen",
        "recovered",
        "enabled",
        "paused",
        "resumed",
        "gone",
    ]
    """gone is a pause by a final 410"""
    consecutiveFailures: int
    window: CircuitWindow


class CircuitWindow(TypedDict):
    attempts: int
    failures: int


class EndpointCounts(TypedDict):
    total: int
    enabled: int
    disabled: int
    frozen: int
    paused: int
    """a flag independent of the state"""
    complete: bool
    """false if there are more endpoints than were counted"""


class WaitingCounts(TypedDict):
    first: int
    retry: int
    order: int
    """ordered messages behind another one of their object"""
    held: int
    """at endpoints that are disabled, frozen or paused"""
    oldestSince: str | None


class CustomerOverview(TypedDict):
    customerId: str
    deliveryPaused: bool
    endpoints: EndpointCounts
    waiting: WaitingCounts
    needingAttention: int
    """endpoints that are disabled, frozen, paused or near a limit"""
    lastHour: CustomerOverviewLastHour


class CustomerOverviewLastHour(TypedDict):
    accepted: int
    delivered: int
    failed: int
    """failed attempts"""
    dropped: int


class Overview(TypedDict):
    at: str
    incomplete: NotRequired[list[str]]
    delivery: OverviewDelivery
    endpoints: EndpointCounts
    waiting: WaitingCounts
    needingAttention: int
    attention: list[Attention]
    """endpoints that need attention, the worst first; at most 50"""


class OverviewDelivery(TypedDict):
    paused: bool
    pausedForAll: bool


class Attention(TypedDict):
    endpointId: str
    url: str
    kind: Literal["frozen", "disabled", "nearLimit", "paused"]
    since: str | None
    nextProbeAt: str | None
    reason: str
    lastError: LastError | None


class Setting(TypedDict):
    key: str
    value: str
    isSet: bool
    """false for a default"""
    source: str
    variable: str
    """the environment variable that sets it"""
    description: str


class EndpointChange(TypedDict):
    maxInFlight: NotRequired[int | None]
    """at most delivery.max-in-flight-per-endpoint"""
    maxPerSecond: NotRequired[int | None]
    timeout: NotRequired[str | None]
    """from 1ms to 30s, with its unit"""
    headers: NotRequired[dict[str, str | None] | None]
    retry: NotRequired[EndpointRetryPolicy | None]
    finalStatuses: NotRequired[list[int] | None]
    countFinal: NotRequired[bool | None]
    """whether a response with a final status counts for the circuit, which is the default"""
    auth: NotRequired[AuthChange | None]


class Auth(TypedDict):
    """how Posthorn authenticates to the receiver; without secrets"""

    signatures: list[Literal["v1", "v1a"]]
    publicKey: str | None
    """verifies the signatures v1a; null without them"""
    previousPublicKeys: list[AuthPreviousPublicKeys]
    """the public keys of earlier rotations, latest first, which still sign"""
    clientCertificate: AuthClientCertificate | None
    """the certificate that the receiver asks for; its key is never shown"""
    oauth2: AuthOauth2 | None
    """the OAuth2 client for access tokens; its secret is never shown"""


class AuthPreviousPublicKeys(TypedDict):
    publicKey: str
    until: str


class AuthClientCertificate(TypedDict):
    subject: str
    expiresAt: str


class AuthOauth2(TypedDict):
    tokenUrl: str
    clientId: str
    scope: str | None
    audience: str | None
    noTokenUntil: str | None
    """nothing but probes is sent before, because there was no access token"""


class AuthChange(TypedDict):
    clientCertificate: NotRequired[AuthChangeClientCertificate | None]
    oauth2: NotRequired[AuthChangeOauth2 | None]
    """Client credentials. Omitted fields stay as they are; the first time, tokenUrl, clientId and clientSecret are
    needed. A new tokenUrl needs the clientSecret again. Not together with the authToken of a subscription of this
    endpoint."""
    signatures: NotRequired[list[Literal["v1", "v1a"]] | None]


class AuthChangeClientCertificate(TypedDict):
    certificate: str
    """in PEM form, with its chain"""
    key: str
    """in PEM form, PKCS#8 (or RSA in PKCS#1), not encrypted"""


class AuthChangeOauth2(TypedDict):
    tokenUrl: NotRequired[str]
    """https, or what the address guard allows"""
    clientId: NotRequired[str]
    clientSecret: NotRequired[str]
    """sealed and never shown"""
    scope: NotRequired[str | None]
    audience: NotRequired[str | None]


EndpointRetryPolicy: TypeAlias = "EndpointRetryPolicyUnit | EndpointRetryPolicySchedule"


class EndpointRetryPolicyUnit(TypedDict):
    """retry n is due (2^n - 1) * unit after acceptance"""

    unit: str
    """a duration with its unit, such as 30s"""
    limit: int


class EndpointRetryPolicySchedule(TypedDict):
    """retry n is due at the n-th offset"""

    schedule: list[str]


class Secret(TypedDict):
    secret: str
    previousSecret: str | None
    """the latest of previousSecrets"""
    previousUntil: str | None
    previousSecrets: list[PreviousSecret]
    """the secrets of earlier rotations that still sign, latest first"""


class PreviousSecret(TypedDict):
    secret: str
    until: str


MessageStatus: TypeAlias = Literal["waiting", "inFlight", "delivered", "dropped", "cancelled"]


EndReason: TypeAlias = Literal[
    "retries_exhausted",
    "expired",
    "rejected",
    "subscription_deleted",
    "by_request",
    "customer_deleted",
]


# order, behind an earlier message of the same object
WaitsFor: TypeAlias = Literal[
    "slot",
    "retryAfter",
    "accessToken",
    "limit",
    "order",
    "disabled",
    "frozen",
    "paused",
]


class MessageSummary(TypedDict):
    id: str
    customerId: str
    endpointId: str
    url: str | None
    subscriptionId: str
    eventId: str | None
    objCode: str | None
    eventType: str | None
    objId: str | None
    version: Version
    format: Format
    sequence: str | None
    """the value of webhook-sequence; null if the message is not ordered"""
    status: MessageStatus
    reason: EndReason | None
    acceptedAt: str
    scheduledFrom: str
    attemptCount: int
    waitsFor: WaitsFor | None
    nextAttemptAt: str | None
    nextSlot: int | None
    """the next slot of a waiting message"""
    expiresAt: str | None
    endedAt: str | None
    lastAttempt: LastAttempt | None


class Message(TypedDict):
    id: str
    customerId: str
    endpointId: str
    url: str | None
    subscriptionId: str
    eventId: str | None
    objCode: str | None
    eventType: str | None
    objId: str | None
    version: Version
    format: Format
    sequence: str | None
    """the value of webhook-sequence; null if the message is not ordered"""
    status: MessageStatus
    reason: EndReason | None
    acceptedAt: str
    scheduledFrom: str
    attemptCount: int
    waitsFor: WaitsFor | None
    nextAttemptAt: str | None
    nextSlot: int | None
    expiresAt: str | None
    endedAt: str | None
    lastAttempt: LastAttempt | None
    schedule: list[str]
    """the times of its slots, beginning with the first attempt"""
    request: MessageRequest
    """the request with the current settings; secrets are masked"""
    payload: Any
    """the body as it is sent; null once it is past retention"""
    attempts: list[Attempt]
    """of more than 500 the first 100 and the last 400; attemptCount counts all"""


class MessageRequest(TypedDict):
    """the request with the current settings; secrets are masked"""

    method: Literal["POST"]
    url: str | None
    headers: dict[str, str]


class LastAttempt(TypedDict):
    """the last attempt; null if there was none"""

    number: int
    at: str
    success: bool
    status: int | None
    """null if there was no response"""
    error: ErrorKind | None


class Attempt(TypedDict):
    number: int
    slot: int
    probe: bool
    endpointId: str
    startedAt: str
    recordedAt: str
    durationMillis: int
    success: bool
    resent: bool
    """true if the request was sent a second time, on a new connection, because a reused connection ended before any
    byte of a response"""
    status: int | None
    error: NotRequired[ErrorKind | None]
    errorText: NotRequired[str | None]
    retryAfter: NotRequired[str | None]
    response: NotRequired[str]
    """the first KiB of the body"""
    responseHidden: bool
    """true if only admins may see the response of a private network"""
    next: AttemptNext


class AttemptNext(TypedDict):
    status: MessageStatus
    reason: EndReason | None
    at: str | None
    held: bool
    """true if the endpoint was disabled, frozen or paused: the message waits until the endpoint receives again, or
    is sent as a probe"""


class Skipped(TypedDict):
    reason: Literal[
        "in_flight",
        "paused",
        "disabled",
        "frozen",
        "ended",
        "subscription_deleted",
        "payload_removed",
        "order",
    ]
    """For a retry, the message is in flight, or its endpoint (or all delivery) is paused, or its endpoint is
    disabled or frozen. The message ended before the job came to it. Its subscription was deleted. Retention
    removed its payload."""
    count: int


class Customer(TypedDict):
    id: str
    createdAt: str | None
    """null only on Kafka, while some shards have erased the customer and others have not"""
    deliveryPaused: bool
    erasing: CustomerErasing | None


class CustomerErasing(TypedDict):
    erasedEvents: int


class DeliveryState(TypedDict):
    paused: bool


class CustomerDeliveryState(TypedDict):
    paused: bool
    pausedForAll: bool


class HealthReport(TypedDict):
    status: Literal["up", "down"]
    detail: str
    missing: NotRequired[list[Literal["intake", "delivery"]]]
    """functions that are not available; omitted if there are none"""


Role: TypeAlias = Literal["admin", "manager", "producer", "viewer"]


class BackupInput(TypedDict):
    name: NotRequired[str | None]
    """defaults to the current time"""


class Backup(TypedDict):
    name: str
    path: str
    """the directory on the server's machine"""
    createdAt: str
    bytes: int
    """the size of a full copy"""
    version: str
    """the version of the server that created it"""
    encryptionKeyIncluded: bool
    """never; store the key separately"""


class EncryptionKeyState(TypedDict):
    keys: int
    """the keys of this node; the first encrypts and all decrypt"""
    previousNeeded: bool
    """whether stored secrets may need another key than the first; a start without it is refused"""
    reencryption: ReencryptionProgress


class ReencryptionProgress(TypedDict):
    """the progress of the last re-encryption since this node started"""

    state: Literal["idle", "running", "done", "failed"]
    """idle: none since the start"""
    startedAt: str | None
    endedAt: str | None
    examined: int
    """the secrets that the current pass has read"""
    reencrypted: int
    """the secrets encrypted with the first key so far"""
    remaining: int
    """the secrets of this pass that a concurrent change left for the next one"""
    unreadable: int
    """the secrets that none of the keys decrypts"""
    error: str | None
    """why it failed"""


class KeyInput(TypedDict):
    name: str
    role: Role
    customerId: str
    """the scope of the key: a customer, or * for all"""
    expiresAt: NotRequired[str | datetime | None]


class Key(TypedDict):
    id: str
    prefix: str
    name: str
    role: Role
    customerId: str
    createdAt: str
    expiresAt: str | None
    lastUsedAt: str | None
    """exact to the second; a crash can lose the last minute"""


class KeyInClear(TypedDict):
    id: str
    prefix: str
    name: str
    role: Role
    customerId: str
    createdAt: str
    expiresAt: str | None
    lastUsedAt: str | None
    """exact to the second; a crash can lose the last minute"""
    key: str
    """shown only in this response"""


class Point(TypedDict):
    at: str
    accepted: int
    delivered: int
    failed: int
    """failed attempts"""
    dropped: int
    waiting: int
    """waiting messages at the end of the step"""
    latency: Latency | None


class Totals(TypedDict):
    accepted: int
    delivered: int
    failed: int
    dropped: int
    latency: Latency | None


class Series(TypedDict):
    endpoint: str | None
    """null for the totals of the customer"""
    step: str
    data: list[Point]
    nextCursor: str | None
    totals: Totals
    incomplete: NotRequired[list[str]]


class SeriesByEndpoint(TypedDict):
    step: str
    data: list[Point]
    endpoints: list[EndpointSeries]
    nextCursor: str | None
    incomplete: NotRequired[list[str]]


class EndpointSeries(TypedDict):
    endpoint: str
    url: str
    data: list[Point]


ReplayInput = TypedDict(
    "ReplayInput",
    {
        "endpoint": NotRequired[str],
        "subscription": NotRequired[str],
        "objCode": NotRequired[str],
        "eventType": NotRequired[str],
        "objId": NotRequired[str],
        "status": NotRequired[Literal["delivered", "dropped", "cancelled"]],
        "outcome": NotRequired[str],
        # accepted at this time or later
        "from": NotRequired[str | datetime],
        # accepted before this time
        "to": NotRequired[str | datetime],
        # ended at this time or later
        "endedFrom": NotRequired[str | datetime],
        # ended before this time
        "endedTo": NotRequired[str | datetime],
        # an attempt at this time or later; outcome is then about such attempts
        "attemptedFrom": NotRequired[str | datetime],
        # an attempt before this time; outcome is then about such attempts
        "attemptedTo": NotRequired[str | datetime],
        # only count; defaults to false
        "preview": NotRequired[bool],
    },
)


CancellationInput = TypedDict(
    "CancellationInput",
    {
        "endpoint": NotRequired[str],
        "subscription": NotRequired[str],
        "objCode": NotRequired[str],
        "eventType": NotRequired[str],
        "objId": NotRequired[str],
        "status": NotRequired[Literal["waiting", "inFlight"]],
        "outcome": NotRequired[str],
        # accepted at this time or later
        "from": NotRequired[str | datetime],
        # accepted before this time
        "to": NotRequired[str | datetime],
        # ended at this time or later
        "endedFrom": NotRequired[str | datetime],
        # ended before this time
        "endedTo": NotRequired[str | datetime],
        # an attempt at this time or later; outcome is then about such attempts
        "attemptedFrom": NotRequired[str | datetime],
        # an attempt before this time; outcome is then about such attempts
        "attemptedTo": NotRequired[str | datetime],
        # only count; defaults to false
        "preview": NotRequired[bool],
    },
)


RetryInput = TypedDict(
    "RetryInput",
    {
        "endpoint": NotRequired[str],
        "subscription": NotRequired[str],
        "objCode": NotRequired[str],
        "eventType": NotRequired[str],
        "objId": NotRequired[str],
        "status": NotRequired[Literal["waiting"]],
        "outcome": NotRequired[str],
        # accepted at this time or later
        "from": NotRequired[str | datetime],
        # accepted before this time
        "to": NotRequired[str | datetime],
        # ended at this time or later
        "endedFrom": NotRequired[str | datetime],
        # ended before this time
        "endedTo": NotRequired[str | datetime],
        # an attempt at this time or later; outcome is then about such attempts
        "attemptedFrom": NotRequired[str | datetime],
        # an attempt before this time; outcome is then about such attempts
        "attemptedTo": NotRequired[str | datetime],
        # only count; defaults to false
        "preview": NotRequired[bool],
    },
)


Job = TypedDict(
    "Job",
    {
        "id": str,
        "endpoint": str | None,
        "subscription": str | None,
        "objCode": str | None,
        "eventType": str | None,
        "objId": str | None,
        "status": str | None,
        "outcome": str | None,
        "from": str | None,
        "to": str | None,
        "endedFrom": str | None,
        "endedTo": str | None,
        "attemptedFrom": str | None,
        "attemptedTo": str | None,
        "preview": bool,
        "createdAt": str | None,
        # number of messages examined
        "examined": int,
        # number of messages replayed, cancelled or retried; in a preview, that would be
        "taken": int,
        # number of selected messages that could not be replayed, cancelled or retried, by reason; in a preview, that
        # could not be
        "skipped": list[Skipped],
        # number of messages to examine; null until the job has finished
        "total": int | None,
        # the part of the time range that has been examined
        "share": float,
        "finished": bool,
        "finishedAt": str | None,
    },
)


AuditLine = TypedDict(
    "AuditLine",
    {
        "id": str,
        "at": str,
        "who": str,
        # the address the call came from
        "from": str,
        "action": str,
        "customerId": str | None,
        "target": str,
        "detail": str | None,
    },
)
