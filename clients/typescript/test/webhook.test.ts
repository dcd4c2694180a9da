import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Webhook, type WebhookHeaders, WebhookVerificationError } from "posthorn-client";

// The public vector of Standard Webhooks.
const SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const OTHER = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD";
const ID = "msg_p5jXN8AQM9LWM0D4loKWxJek";
const SIGNED_AT = 1614265330;
const SIGNATURE = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";
const BODY = '{"test": 2432232314}';

const headers = {
  "webhook-id": ID,
  "webhook-timestamp": String(SIGNED_AT),
  "webhook-signature": SIGNATURE,
};

function at(seconds: number, secrets: string | string[] = SECRET): Webhook {
  return new Webhook(secrets, { now: () => (SIGNED_AT + seconds) * 1000 });
}

function refusal(webhook: Webhook, given: WebhookHeaders, body: string | Uint8Array = BODY): string {
  try {
    webhook.verify(body, given);
    return "none";
  } catch (error) {
    assert.ok(error instanceof WebhookVerificationError);
    return error.reason;
  }
}

describe("a message", () => {
  it("is accepted with its id, time and content", () => {
    const message = at(0).verify(BODY, headers);

    assert.equal(message.id, ID);
    assert.equal(message.timestamp.getTime(), SIGNED_AT * 1000);
    assert.deepEqual(message.json(), { test: 2432232314 });
  });

  it("is accepted as bytes, and with headers of every form", () => {
    const bytes = new TextEncoder().encode(BODY);
    const upper = { "Webhook-Id": ID, "Webhook-Timestamp": String(SIGNED_AT), "Webhook-Signature": [SIGNATURE] };

    assert.deepEqual(at(0).verify(bytes, new Headers(headers)).json(), { test: 2432232314 });
    assert.equal(at(0).verify(Buffer.from(BODY), upper).id, ID);
  });

  it("is accepted with any of several signatures and secrets", () => {
    const several = { ...headers, "webhook-signature": `v1,AAAA v1a,BBBB ${SIGNATURE}` };

    assert.equal(refusal(at(0), several), "none");
    assert.equal(refusal(at(0, [OTHER, SECRET]), headers), "none");
  });

  it("with another id, time, body, signature or secret is refused", () => {
    assert.equal(refusal(at(0), { ...headers, "webhook-id": "msg_other" }), "signature");
    assert.equal(refusal(at(0), { ...headers, "webhook-timestamp": String(SIGNED_AT + 1) }), "signature");
    assert.equal(refusal(at(0), headers, `${BODY} `), "signature");
    for (const signature of [SIGNATURE.replace("g", "h"), SIGNATURE.replace("v1,", "v2,"), "v1,", "v1,%%%", "é"]) {
      assert.equal(refusal(at(0), { ...headers, "webhook-signature": signature }), "signature");
    }
    assert.equal(refusal(at(0, OTHER), headers), "signature");
  });

  it("with missing or malformed headers is refused", () => {
    for (const name of ["webhook-id", "webhook-timestamp", "webhook-signature"]) {
      assert.equal(refusal(at(0), { ...headers, [name]: undefined }), "headers");
    }
    for (const timestamp of ["soon", "-1", "1e9", "1".repeat(13)]) {
      assert.equal(refusal(at(0), { ...headers, "webhook-timestamp": timestamp }), "headers");
    }
  });

  it("may be 5 minutes old or ahead", () => {
    assert.equal(refusal(at(300), headers), "none");
    assert.equal(refusal(at(-300), headers), "none");
    assert.equal(refusal(at(301), headers), "timestamp");
    assert.equal(refusal(at(-301), headers), "timestamp");
    const strict = new Webhook(SECRET, { tolerance: 10, now: () => (SIGNED_AT + 11) * 1000 });
    assert.equal(refusal(strict, headers), "timestamp");
  });
});

describe("a secret", () => {
  for (const secret of ["", "whsec_", "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "whsec_AAAA", "whsec_*"]) {
    it(`of the form '${secret}' is refused, and not repeated`, () => {
      assert.throws(() => new Webhook(secret), {
        name: "TypeError",
        message: /^A secret must be whsec_ and the Base64 of 24 to 64 bytes/,
      });
    });
  }

  it("is required", () => {
    assert.throws(() => new Webhook([]), TypeError);
  });
});
