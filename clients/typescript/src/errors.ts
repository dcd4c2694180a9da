/** The base class of all errors of this library. */
export class PosthornError extends Error {
  override name = "PosthornError";
}

/** An invalid field of a request. */
export interface FieldError {
  /** A JSON pointer into the body, or the name of a parameter. */
  pointer: string;
  detail: string;
}

/** The parts of an error response. */
export interface ErrorResponse {
  method: string;
  path: string;
  status: number;
  headers: Headers;
  body: string;
}

/**
 * The server refused a call. The response is an RFC 9457 problem, unless it comes from a proxy; then only `status` and
 * `body` are set.
 */
export class ApiError extends PosthornError {
  override name = "ApiError";
  /** The HTTP status. */
  readonly status: number;
  /** The machine-readable code, such as `subscription_exists`; empty if there is none. */
  readonly code: string;
  readonly title: string;
  /** The problem and the remedy; may be empty. */
  readonly detail: string;
  /** One entry for each invalid field. */
  readonly errors: readonly FieldError[];
  /** The seconds to wait before a retry, if the server gave them. */
  readonly retryAfter: number | undefined;
  /** The request id, to find the call in the server's log. */
  readonly requestId: string | undefined;
  readonly body: string;

  constructor(response: ErrorResponse) {
    const problem = problemOf(response.body);
    const title = text(problem["title"]);
    const detail = text(problem["detail"]);
    const errors = fieldErrors(problem["errors"]);
    const more = errors
      .filter((error) => !detail.includes(error.detail)) // the detail has the first error in full
      .map((error) => ` [${error.pointer}: ${error.detail}]`);
    super(
      `${response.method} ${response.path} failed with ${response.status}` +
        (title && ` ${title}`) +
        (detail && `: ${detail}`) +
        more.join(""),
    );
    this.status = response.status;
    this.code = text(problem["code"]);
    this.title = title;
    this.detail = detail;
    this.errors = errors;
    this.retryAfter = retryAfterOf(response.headers);
    this.requestId = response.headers.get("x-request-id") ?? undefined;
    this.body = response.body;
  }
}

/**
 * Why there is no usable response: `not_reached` (no connection, so that the server did not get the call),
 * `connection_lost` or `timeout` (the call may have taken effect), or `invalid` (the response is not from Posthorn).
 */
export type NoResponseReason = "not_reached" | "connection_lost" | "timeout" | "invalid";

/** No usable response arrived. */
export class NoResponseError extends PosthornError {
  override name = "NoResponseError";

  constructor(
    readonly reason: NoResponseReason,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** The seconds that a `Retry-After` asks for, given in seconds or as a date. */
export function retryAfterOf(headers: Headers, now = Date.now()): number | undefined {
  const value = headers.get("retry-after")?.trim() ?? "";
  if (/^[0-9]{1,9}$/.test(value)) {
    return Number(value);
  }
  const date = /[a-z]/i.test(value) ? Date.parse(value) : NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, (date - now) / 1000);
}

function problemOf(body: string): Record<string, unknown> {
  try {
    const json: unknown = JSON.parse(body);
    return typeof json === "object" && json !== null ? (json as Record<string, unknown>) : {};
  } catch {
    return {}; // from a proxy
  }
}

function fieldErrors(value: unknown): FieldError[] {
  return Array.isArray(value)
    ? value.map((error: Partial<FieldError>) => ({ pointer: text(error?.pointer), detail: text(error?.detail) }))
    : [];
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}
