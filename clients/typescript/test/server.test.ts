import assert from "node:assert/strict";
import { it } from "node:test";
import { Posthorn } from "posthorn-client";

const skip = process.env["POSTHORN_URL"] === undefined && "needs a server: POSTHORN_URL and POSTHORN_KEY";

it("reads a list of 1,001 events page by page", { skip }, async () => {
  const posthorn = new Posthorn();
  const run = Date.now();
  const sent = Array.from({ length: 1_001 }, (_, i) => `typescript-${run}-${i}`);
  await posthorn.events.sendAll(sent.map((id) => ({ id, objCode: `PAGED_${run}`, eventType: "UPDATE" })));

  const listed: string[] = [];
  let pages = 0;
  for await (const page of posthorn.events.list({ objCode: `PAGED_${run}` }).pages()) {
    listed.push(...page.data.map((event) => event.id));
    pages++;
  }

  assert.deepEqual(listed, [...sent].reverse());
  assert.ok(pages > 10, `${pages} pages`);
  assert.equal((await posthorn.events.list({ objCode: `PAGED_${run}` }).toArray()).length, 1_001);
});
