import { createHmac, timingSafeEqual } from "node:crypto";
import { PosthornError } from "./errors.js";

/** Why a message is not accepted. */
export type VerificationReason = "headers" | "signature" | "timestamp";

/** A message is not authentic, was changed, or is too old. Respond with 401. */
export class WebhookVerificationError extends PosthornError {
  override name = "WebhookVerificationError";

  constructor(
    readonly reason: VerificationReason,
    message: string,
  ) {
    super(message);
  }
}

/** Headers of a request, as Node, Express, Fetch or a plain object have them. */
export type WebhookHeaders = Headers | Record<string, string | string[] | undefined>;

/** A message that was verified. */
export interface VerifiedMessage {
  /** The same for all attempts of a message: skip ids that you have already processed. */
  id: string;
  /** The time of the attempt. */
  timestamp: Date;
  /** Parses the body. */
  json<T = unknown>(): T;
}

const PREFIX = "whsec_";
const VERSION = "v1,";
const FORM = "A secret must be whsec_ and the Base64 of 24 to 64 bytes, as GET /endpoints/{id}/secret returns it.";

/**
 * A verifier of received messages (Standard Webhooks 1.0, `v1`).
 *
 * ```ts
 * const webhook = new Webhook(process.env.WEBHOOK_SECRET!);
 * const message = webhook.verify(rawBody, request.headers); // throws a WebhookVerificationError
 * ```
 */
export class Webhook {
  readonly #keys: Buffer[];
  readonly #tolerance: number;
  readonly #now: () => number;

  /**
   * @param secrets the endpoint's signing secret, or several, any of which may sign
   * @param options `tolerance`: the allowed clock difference in seconds, by default 300
   */
  constructor(secrets: string | readonly string[], options: { tolerance?: number; now?: () => number } = {}) {
    const all = typeof secrets === "string" ? [secrets] : secrets;
    if (all.length === 0) {
      throw new TypeError("At least one secret is required.");
    }
    this.#keys = all.map(keyOf);
    this.#tolerance = options.tolerance ?? 300;
    this.#now = options.now ?? Date.now;
  }

  /**
   * Verifies a message.
   *
   * @param body the raw body: JSON that was parsed and written again has another signature
   * @throws WebhookVerificationError if the message is not authentic, or too old
   */
  verify(body: string | Uint8Array, headers: WebhookHeaders): VerifiedMessage {
    const id = header(headers, "webhook-id");
    const timestamp = header(headers, "webhook-timestamp");
    const signatures = header(headers, "webhook-signature");
    if (!id || !signatures || !timestamp || !/^[0-9]{1,12}$/.test(timestamp)) {
      throw new WebhookVerificationError(
        "headers",
        "webhook-id, webhook-timestamp or webhook-signature is missing or malformed",
      );
    }
    if (!this.#isSigned(`${id}.${timestamp}.`, body, signatures)) {
      throw new WebhookVerificationError("signature", "no signature matches");
    }
    const age = Math.floor(this.#now() / 1000) - Number(timestamp);
    if (Math.abs(age) > this.#tolerance) {
      throw new WebhookVerificationError(
        "timestamp",
        `the signature is valid, but the timestamp is ${Math.abs(age)} s ${age < 0 ? "ahead" : "old"}`,
      );
    }
    return {
      id,
      timestamp: new Date(Number(timestamp) * 1000),
      json: <T>() => JSON.parse(typeof body === "string" ? body : new TextDecoder().decode(body)) as T,
    };
  }

  /** During a rotation a message has several signatures; one match is enough. */
  #isSigned(signed: string, body: string | Uint8Array, signatures: string): boolean {
    const given = signatures
      .split(" ")
      .filter((signature) => signature.startsWith(VERSION))
      .map((signature) => Buffer.from(signature.slice(VERSION.length)));
    let found = false;
    for (const key of this.#keys) {
      const expected = Buffer.from(createHmac("sha256", key).update(signed).update(body).digest("base64"));
      for (const signature of given) {
        // No early end, and a comparison in constant time, so that the duration shows nothing.
        found = (signature.length === expected.length && timingSafeEqual(signature, expected)) || found;
      }
    }
    return found;
  }
}

function keyOf(secret: string): Buffer {
  const encoded = secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : "";
  const key = /^[A-Za-z0-9+/]+={0,2}$/.test(encoded) ? Buffer.from(encoded, "base64") : Buffer.alloc(0);
  if (key.length < 24 || key.length > 64) {
    throw new TypeError(FORM); // without repeating it
  }
  return key;
}

function header(headers: WebhookHeaders, name: string): string | undefined {
  if (headers instanceof Headers) {
    return headers.get(name) ?? undefined;
  }
  const value =
    headers[name] ?? Object.entries(headers).find(([given]) => given.toLowerCase() === name)?.[1];
  return Array.isArray(value) ? value.join(" ") : value;
}
