/**
 * Subscribes, sends events, receives the matching messages, and looks up their status:
 *
 *     POSTHORN_URL=http://127.0.0.1:8080 POSTHORN_KEY=phk_... npm run example
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { ApiError, Posthorn, Webhook, WebhookVerificationError } from "posthorn-client";

interface Order {
  status: string;
  total: number;
}

const posthorn = new Posthorn(); // POSTHORN_URL and POSTHORN_KEY; 429, 503 and lost connections are retried
let webhook: Webhook | undefined;
let receive: (id: string) => void;
const received = new Promise<string>((resolve) => {
  receive = resolve;
});

const receiver = createServer(async (request: IncomingMessage, response: ServerResponse) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) {
    chunks.push(chunk as Buffer);
  }
  try {
    const message = webhook?.verify(Buffer.concat(chunks), request.headers);
    response.writeHead(message === undefined ? 503 : 202).end();
    if (message !== undefined) receive(message.id);
  } catch (error) {
    response.writeHead(error instanceof WebhookVerificationError ? 401 : 500).end();
  }
});
await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks`;

// Paid orders of at least 100 go to the receiver.
const subscription = await posthorn.subscriptions.create({
  objCode: "TYPESCRIPT_ORDER",
  eventType: "UPDATE",
  url,
  filters: [
    { fieldName: "status", fieldValue: "paid" },
    { fieldName: "total", fieldValue: 100, comparison: "gte" },
  ],
});
webhook = new Webhook(subscription.signingSecret);
console.log("Subscribed.");

const order = (name: string, newState: Order) => ({
  id: `typescript-${name}-${Date.now()}`,
  objCode: "TYPESCRIPT_ORDER",
  eventType: "UPDATE",
  objId: name,
  newState,
  oldState: { status: "open" },
});

// One event, or many. An id of your own makes sending idempotent over restarts of your program, too.
await posthorn.events.send(order("small", { status: "paid", total: 20 }));
const accepted = await posthorn.events.sendAll([
  order("open", { status: "open", total: 120 }),
  order("large", { status: "paid", total: 120 }),
]);
console.log(`Accepted ${1 + accepted.length} events.`);

try {
  await posthorn.events.send({ objCode: "not a code", eventType: "UPDATE" });
} catch (error) {
  if (!(error instanceof ApiError)) throw error;
  console.log(`Refused with ${error.status} ${error.code}, because of ${error.errors[0]?.pointer}.`);
}
console.log(`Received ${await received}, and its signature is right.`);

for await (const message of posthorn.messages.list({ subscription: subscription.id })) {
  console.log(`Message ${message.id} is about order ${message.objId}.`);
}

await posthorn.subscriptions.delete(subscription.id);
receiver.closeAllConnections();
receiver.close();
console.log("Done.");
