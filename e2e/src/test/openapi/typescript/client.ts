import createClient from "openapi-fetch";
import type { paths } from "./schema.js";

const [, , baseUrl, key, receiver] = process.argv;
const client = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${key}` } });

const created = await client.POST("/api/v1/subscriptions", {
  body: { objCode: "TASK", eventType: "UPDATE", url: receiver!, filters: [{ fieldName: "name", fieldValue: "typed" }] },
});
if (!created.data) throw new Error(created.error.detail);
const posted = await client.POST("/api/v1/events", {
  body: [{ id: "typescript-1", objCode: "TASK", eventType: "UPDATE", newState: { name: "typed" } }],
});
console.log("accepted", posted.data && "events" in posted.data ? posted.data.events.map((event) => event.id) : posted.error);
let cursor: string | undefined;
do {
  const page = await client.GET("/api/v1/messages", { params: { query: { subscription: created.data.id, limit: 1, cursor } } });
  page.data?.data.forEach((message) => console.log("message", message.eventId, message.objCode));
  cursor = page.data?.nextCursor ?? undefined;
} while (cursor);
const missing = await client.GET("/api/v1/subscriptions/{id}", { params: { path: { id: "sub_missing" } } });
console.log("missing", missing.response.status, missing.error?.detail);
