import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, it } from "node:test";
import { ApiError, NoResponseError, Posthorn } from "posthorn-client";
import { ScriptedServer } from "./scripted-server.js";

const BUSY = { title: "Busy", status: 503, code: "overloaded", detail: "Full." };
const ENDPOINT = { id: "ep_1", status: "enabled" };

let server: ScriptedServer;
beforeEach(async () => {
  server = await ScriptedServer.start();
});
afterEach(() => server.close());

async function apiError(call: Promise<unknown>): Promise<ApiError> {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof ApiError, String(error));
  return error;
}

async function reason(call: Promise<unknown>): Promise<string> {
  const error: unknown = await call.then(
    () => undefined,
    (given: unknown) => given,
  );
  assert.ok(error instanceof NoResponseError, String(error));
  return error.reason;
}

describe("a call", () => {
  it("carries key, customer and version", async () => {
    server.responds(ENDPOINT).responds(ENDPOINT);

    await server.client({ customer: "acme" }).endpoints.get("ep_1");
    await server.client().forCustomer("other").endpoints.get("../keys?x=1 y");

    const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
    const [first, second] = server.calls;
    assert.equal(first?.line, "GET /api/v1/endpoints/ep_1");
    assert.equal(first?.headers["authorization"], "Bearer phk_1");
    assert.equal(first?.headers["x-customer-id"], "acme");
    assert.equal(first?.headers["user-agent"], `posthorn-client-typescript/${version}`);
    assert.equal(second?.line, "GET /api/v1/endpoints/..%2Fkeys%3Fx%3D1%20y");
    assert.equal(second?.headers["x-customer-id"], "other");
  });

  it("that is refused rejects with the problem", async () => {
    const errors = [
      { pointer: "/url", detail: "The field is required." },
      { pointer: "/objCode", detail: "Too long." },
    ];
    const detail = "/url: The field is required.";
    server.responds({ title: "Bad request", status: 400, code: "invalid_request", detail, errors }, 400, {
      "x-request-id": "r1",
    });

    const error = await apiError(
      server.client().subscriptions.create({ objCode: "A", eventType: "B", url: "" }),
    );

    assert.equal(error.status, 400);
    assert.equal(error.code, "invalid_request");
    assert.equal(error.requestId, "r1");
    assert.deepEqual(error.errors, errors);
    assert.equal(
      error.message,
      "POST /api/v1/subscriptions failed with 400 Bad request: /url: The field is required. [/objCode: Too long.]",
    );
  });

  it("that a proxy refuses keeps its body", async () => {
    server.responds("<h1>teapot</h1>", 418);

    const error = await apiError(server.client().endpoints.get("ep_1"));

    assert.equal(error.code, "");
    assert.equal(error.body, "<h1>teapot</h1>");
  });

  it("with a response that is not JSON is an error", async () => {
    server.responds("<html>");

    assert.equal(await reason(server.client().endpoints.get("ep_1")), "invalid");
  });

  it("can be aborted", async () => {
    server.responds(BUSY, 503);
    const abort = new AbortController();
    const client = server.client({ sleep: async () => abort.abort(new Error("stopped")) });

    await assert.rejects(client.endpoints.get("ep_1", { signal: abort.signal }), /stopped/);

    assert.equal(server.calls.length, 1);
  });
});

describe("a retry", () => {
  for (const status of [429, 502, 503, 504]) {
    it(`follows a ${status}, with growing delays`, async () => {
      server.responds(BUSY, status).responds(BUSY, status).responds(ENDPOINT);

      const endpoint = await server.client().endpoints.get("ep_1");

      assert.equal(endpoint.id, "ep_1");
      const [first = 0, second = 0] = server.slept;
      assert.equal(server.slept.length, 2);
      assert.ok(first >= 100 && first <= 200, String(first));
      assert.ok(second >= 200 && second <= 400, String(second));
    });
  }

  it("honours Retry-After, as seconds or as a date, and is never earlier", async () => {
    const inTenSeconds = new Date(Date.now() + 10_000).toUTCString();
    server
      .responds(BUSY, 503, { "retry-after": "7" })
      .responds(BUSY, 503, { "retry-after": inTenSeconds })
      .responds(BUSY, 503, { "retry-after": "soon" })
      .responds(ENDPOINT);

    await server.client().endpoints.get("ep_1");

    const [seconds = 0, date = 0, ignored = 0] = server.slept;
    assert.ok(seconds >= 7_000 && seconds <= 7_700, String(seconds));
    assert.ok(date > 7_000 && date <= 11_000, String(date));
    assert.ok(ignored >= 400 && ignored <= 800, String(ignored));
  });

  it("is not made when the server asks for a longer wait than allowed", async () => {
    server.responds(BUSY, 503, { "retry-after": "3600" });

    const error = await apiError(server.client().endpoints.get("ep_1"));

    assert.equal(error.retryAfter, 3600);
    assert.equal(server.calls.length, 1);
  });

  it("ends after five tries", async () => {
    for (let i = 0; i < 6; i++) server.responds(BUSY, 503);

    await apiError(server.client().endpoints.get("ep_1"));

    assert.equal(server.calls.length, 5);
  });

  for (const status of [400, 401, 404, 409, 500, 507]) {
    it(`does not follow a ${status}`, async () => {
      server.responds(BUSY, status);

      await apiError(server.client().endpoints.get("ep_1"));

      assert.equal(server.calls.length, 1);
    });
  }

  it("of a call that must not be repeated follows only if it had no effect", async () => {
    server.responds(BUSY, 429).responds(BUSY, 503).closesConnection();

    assert.equal((await apiError(server.client().messages.replay("msg_1"))).status, 503);
    assert.equal(await reason(server.client().messages.replay("msg_1")), "connection_lost");

    assert.equal(server.calls.length, 3);
  });

  it("follows a lost connection", async () => {
    server.closesConnection().responds(ENDPOINT);

    assert.equal((await server.client().endpoints.enable("ep_1")).id, "ep_1");
  });

  it("follows a timeout", async () => {
    let tries = 0;
    const slowAtFirst: typeof fetch = (input, init) =>
      ++tries === 1
        ? new Promise((_, reject) => {
            init?.signal?.addEventListener("abort", () => reject(init.signal?.reason as Error));
          })
        : fetch(input, init);
    server.responds(ENDPOINT);

    const client = server.client({ fetch: slowAtFirst, timeout: 20 });

    assert.equal((await client.endpoints.get("ep_1")).id, "ep_1");
    assert.equal(tries, 2);
  });

  it("of a deletion takes a 404 as success only if the first try may have deleted", async () => {
    server.closesConnection().responds({}, 404).responds({}, 404);

    await server.client().subscriptions.delete("sub_1");

    assert.equal((await apiError(server.client().subscriptions.delete("sub_2"))).status, 404);
  });

  it("follows a refused connection, for every call", async () => {
    const free = createServer();
    await new Promise<void>((resolve) => free.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(free.address() as AddressInfo).port}`;
    await new Promise((resolve) => free.close(resolve));

    assert.equal(await reason(server.client({ url }).messages.replay("msg_1")), "not_reached");
    assert.equal(server.slept.length, 4);
  });
});

describe("sending events", () => {
  it("makes the id once, before the first try", async () => {
    server.closesConnection().responds(BUSY, 503).responds({ events: [{ id: "a", messages: 1 }] }, 202);

    await server.client().events.send({ objCode: "ORDER", eventType: "UPDATE", newState: { status: "paid" } });

    const ids = server.calls.map((call) => (JSON.parse(call.body) as { id: string }).id);
    assert.equal(ids.length, 3);
    assert.match(ids[0] ?? "", /^[0-9a-f-]{36}$/);
    assert.equal(new Set(ids).size, 1);
  });

  it("keeps ids of the caller and does not change the event", async () => {
    server.responds({ events: [{ id: "order-17" }] }, 202);
    const event = Object.freeze({ id: "order-17", objCode: "ORDER", eventType: "UPDATE" });

    const accepted = await server.client().events.send(event);

    assert.deepEqual(accepted, { id: "order-17" });
    assert.deepEqual(JSON.parse(server.calls[0]?.body ?? ""), event);
  });

  it("splits at 1,000 events and at 16 MiB", async () => {
    const batches: number[] = [];
    const counting: typeof fetch = async (_input, init) => {
      assert.ok(Buffer.byteLength(String(init?.body)) <= 16 * 1024 * 1024);
      const events = JSON.parse(String(init?.body)) as unknown[];
      batches.push(events.length);
      return Response.json({ events: events.map(() => ({ id: "x" })) }, { status: 202 });
    };
    const client = server.client({ fetch: counting });
    const event = { objCode: "ORDER", eventType: "UPDATE" };
    const large = { ...event, newState: { text: "é".repeat(400_000) } };

    assert.equal((await client.events.sendAll(Array.from({ length: 2_001 }, () => event))).length, 2_001);
    await client.events.sendAll(Array.from({ length: 25 }, () => large));
    assert.deepEqual(await client.events.sendAll([]), []);

    assert.deepEqual(batches, [1_000, 1_000, 1, 20, 5]);
  });

  it("yields each batch once it is accepted", async () => {
    server.responds({ events: [{ id: "a" }] }, 202).responds(BUSY, 507);
    async function* source() {
      for (let i = 0; i < 1_001; i++) yield { id: `e-${i}`, objCode: "ORDER", eventType: "UPDATE" };
    }
    const accepted: unknown[] = [];

    const error = await apiError(
      (async () => {
        for await (const batch of server.client().events.sendBatches(source())) accepted.push(batch);
      })(),
    );

    assert.equal(error.status, 507);
    assert.deepEqual(accepted, [[{ id: "a" }]]);
  });
});

describe("a list", () => {
  it("is read page by page, through empty pages", async () => {
    server
      .responds({ data: [{ id: "a" }], nextCursor: "c1" })
      .responds({ data: [], nextCursor: "c2" })
      .responds({ data: [{ id: "b" }], nextCursor: null });

    const ids: string[] = [];
    const from = new Date("2026-11-15T12:00:00Z");
    for await (const event of server.client().events.list({ objCode: "A B", matched: true, from })) {
      ids.push(event.id);
    }

    assert.deepEqual(ids, ["a", "b"]);
    const criteria = "objCode=A+B&matched=true&from=2026-11-15T12%3A00%3A00.000Z";
    assert.deepEqual(
      server.calls.map((call) => call.line),
      ["", "&cursor=c1", "&cursor=c2"].map((cursor) => `GET /api/v1/events?${criteria}${cursor}`),
    );
  });

  it("reads no page that is not needed", async () => {
    const page = { data: [{ id: "a" }, { id: "b" }], nextCursor: "c" };
    server.responds(page).responds(page).responds(page);
    const list = server.client().messages.list();

    for await (const _ of list) break;
    assert.equal(server.calls.length, 1);
    assert.equal((await list.toArray(3)).length, 3);
    assert.equal(server.calls.length, 3);
  });
});

describe("a client", () => {
  for (const url of ["ftp://example.org", "", "127.0.0.1", "http://", "http://a b"]) {
    it(`refuses the address '${url}'`, () => {
      assert.throws(() => new Posthorn({ url }), TypeError);
    });
  }

  it("refuses a key that cannot be sent, without repeating it", () => {
    assert.throws(() => new Posthorn({ apiKey: "se\ncret" }), {
      message: "The key contains characters that are not allowed in a header.",
    });
  });
});
