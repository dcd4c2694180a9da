import { ApiError, NoResponseError, PosthornError, retryAfterOf } from "./errors.js";

/** The version in `User-Agent`. */
const VERSION = "0.2.0";

/**
 * The policy for automatic retries.
 *
 * A call with a 429 response, or without a connection, had no effect and is always retried. Calls that are safe to
 * repeat (reads, updates, deletions, and events, which have ids) are also retried after 502, 503, 504, a timeout and a
 * lost connection. The delay doubles each time and is randomized, so that many clients do not retry at the same time;
 * `Retry-After` takes precedence.
 */
export interface RetryPolicy {
  /** The total number of tries; 1 for no retries. By default 5. */
  maxAttempts: number;
  /** The delay before the first retry, in milliseconds. By default 200. */
  firstDelay: number;
  /** The longest delay, in milliseconds; if the server asks for more, the call fails. By default 30,000. */
  maxDelay: number;
}

/** Options of a client. */
export interface PosthornOptions {
  /** The server's address, without `/api/v1`; by default `POSTHORN_URL`, or `http://127.0.0.1:8080`. */
  url?: string | undefined;
  /** The API key; by default `POSTHORN_KEY`. */
  apiKey?: string | undefined;
  /** The customer to act for, if the key is for all customers. */
  customer?: string | undefined;
  /** The longest time of one try, in milliseconds. By default 60,000. */
  timeout?: number;
  retries?: Partial<RetryPolicy>;
  /** Another implementation of `fetch`, for example one with a proxy. */
  fetch?: typeof fetch;
  /** Another way to wait, for tests. */
  sleep?: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
}

/** Options of a call. */
export interface CallOptions {
  /** Aborts the call and its retries. */
  signal?: AbortSignal;
}

export interface ApiRequest {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  path: readonly string[];
  query?: object | undefined;
  body?: unknown;
  /** A body that is already JSON. */
  json?: string;
  /** True if repeating the call has no further effect; by default for all methods but POST. */
  repeatable?: boolean;
}

const PASSING = [502, 503, 504];
const NOT_REACHED = [
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
];

/** Sends calls with key, customer and retries, and turns errors into exceptions. */
export class Transport {
  readonly url: string;
  readonly retries: RetryPolicy;
  readonly #options: PosthornOptions;
  readonly #headers: Record<string, string>;

  constructor(options: PosthornOptions) {
    const url = options.url ?? process.env["POSTHORN_URL"] ?? "http://127.0.0.1:8080";
    this.url = url.replace(/\/+$/, "");
    if (!/^https?:\/\/[^/?#\s]+[^?#\s]*$/.test(this.url)) {
      throw new TypeError(`The server's address must look like http://127.0.0.1:8080, not ${url}`);
    }
    this.#options = options;
    this.retries = { maxAttempts: 5, firstDelay: 200, maxDelay: 30_000, ...options.retries };
    const key = options.apiKey ?? process.env["POSTHORN_KEY"];
    this.#headers = {
      accept: "application/json",
      "user-agent": `posthorn-client-typescript/${VERSION}`,
      ...(key === undefined ? {} : { authorization: `Bearer ${sendable("key", key)}` }),
      ...(options.customer === undefined ? {} : { "x-customer-id": sendable("customer", options.customer) }),
    };
  }

  /** Sends a call and parses the JSON of its response. */
  async call<T>(request: ApiRequest, options?: CallOptions): Promise<T> {
    const body = await this.#send(request, options);
    try {
      return JSON.parse(body) as T;
    } catch (cause) {
      throw new NoResponseError(
        "invalid",
        `The server at ${this.url} is not Posthorn: the response is not JSON.`,
        { cause },
      );
    }
  }

  /** Sends a deletion. A 404 counts as success if an earlier try may have deleted the resource. */
  async delete(path: readonly string[], options?: CallOptions): Promise<void> {
    await this.#send({ method: "DELETE", path }, options);
  }

  async #send(request: ApiRequest, options: CallOptions = {}): Promise<string> {
    const repeatable = request.repeatable ?? request.method !== "POST";
    let maybeDone = false;
    for (let attempt = 1; ; attempt++) {
      let delay = this.#delayAfter(attempt);
      try {
        const response = await this.#exchange(request, options.signal);
        if (response.status < 300 || (response.status === 404 && request.method === "DELETE" && maybeDone)) {
          return response.body;
        }
        const error = new ApiError(response);
        const passing = response.status === 429 || (repeatable && PASSING.includes(response.status));
        const asked = retryAfterOf(response.headers);
        if (asked !== undefined) {
          delay = asked * 1000 * (1 + Math.random() / 10); // never earlier, and not all at the same time
        }
        if (!passing || attempt >= this.retries.maxAttempts || (asked ?? 0) * 1000 > this.retries.maxDelay) {
          throw error;
        }
        maybeDone ||= response.status !== 429; // a proxy's 502 or 504 may hide a call that took effect
      } catch (error) {
        if (!(error instanceof NoResponseError) || attempt >= this.retries.maxAttempts) {
          throw error;
        }
        const lost = error.reason === "connection_lost" || error.reason === "timeout";
        if (error.reason !== "not_reached" && !(lost && repeatable)) {
          throw error;
        }
        maybeDone ||= lost;
      }
      await (this.#options.sleep ?? sleep)(delay, options.signal);
    }
  }

  #delayAfter(attempt: number): number {
    const delay = Math.min(this.retries.firstDelay * 2 ** (attempt - 1), this.retries.maxDelay);
    return delay * (0.5 + Math.random() / 2);
  }

  async #exchange(request: ApiRequest, signal?: AbortSignal) {
    const path = `/api/v1/${request.path.map(encodeURIComponent).join("/")}`;
    const json = request.json ?? (request.body === undefined ? undefined : JSON.stringify(request.body));
    const deadline = AbortSignal.timeout(this.#options.timeout ?? 60_000);
    try {
      const response = await (this.#options.fetch ?? fetch)(this.url + path + query(request.query), {
        method: request.method,
        headers: json === undefined ? this.#headers : { ...this.#headers, "content-type": "application/json" },
        redirect: "manual",
        signal: signal === undefined ? deadline : AbortSignal.any([signal, deadline]),
        ...(json === undefined ? {} : { body: json }),
      });
      const body = await response.text();
      return { method: request.method, path, status: response.status, headers: response.headers, body };
    } catch (cause) {
      signal?.throwIfAborted(); // the caller's abort is not an error of the connection
      throw this.#noResponse(cause, deadline);
    }
  }

  #noResponse(cause: unknown, deadline: AbortSignal): PosthornError {
    if (deadline.aborted) {
      return new NoResponseError("timeout", `Timed out waiting for ${this.url}.`, { cause });
    }
    const code = codeOf(cause);
    if (NOT_REACHED.includes(code)) {
      return new NoResponseError("not_reached", `Cannot connect to ${this.url} (${code}).`, { cause });
    }
    if (code.startsWith("ERR_TLS_") || code.startsWith("CERT_") || code.includes("_CERT") || code.startsWith("ERR_SSL_")) {
      return new NoResponseError("invalid", `The call to ${this.url} failed: ${code}.`, { cause });
    }
    const message = `The connection to ${this.url} was lost before the response arrived.`;
    return new NoResponseError("connection_lost", message, { cause });
  }
}

/** The code of the innermost cause; several failed connections are an AggregateError. */
function codeOf(error: unknown): string {
  const { code, cause, errors } = (error ?? {}) as { code?: unknown; cause?: unknown; errors?: unknown[] };
  if (typeof code === "string") {
    return code;
  }
  return cause !== undefined ? codeOf(cause) : Array.isArray(errors) ? codeOf(errors[0]) : "";
}

function query(parameters: object | undefined): string {
  const entries = Object.entries(parameters ?? {})
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => [name, value instanceof Date ? value.toISOString() : String(value)]);
  return entries.length === 0 ? "" : `?${new URLSearchParams(entries)}`;
}

/** Checks a header value; the error does not repeat it, because it may be secret. */
function sendable(what: string, value: string): string {
  if (!/^[!-~]+$/.test(value)) {
    throw new TypeError(`The ${what} contains characters that are not allowed in a header.`);
  }
  return value;
}

function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", onAbort);
      resolve();
    }, milliseconds);
    signal?.addEventListener("abort", onAbort, { once: true });
  });
}
