// A webhook receiver with Express and the client library for TypeScript:
//
//     WEBHOOK_SECRET=whsec_... node receiver.mjs 9000
import express from 'express';
import { Webhook, WebhookVerificationError } from 'posthorn-client';

const webhook = new Webhook(process.env.WEBHOOK_SECRET ?? '');
const processed = new Set(); // in production, a unique column in the transaction that does the work

const app = express();

// The raw body: the signature covers its bytes. Do not put express.json() before this route.
app.post('/', express.raw({ type: () => true, limit: '2mb' }), (request, response) => {
  let message;
  try {
    message = webhook.verify(request.body, request.headers);
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    return response.sendStatus(401);
  }
  if (processed.has(message.id)) return response.sendStatus(200); // a duplicate: the sender missed the response
  processed.add(message.id);
  response.sendStatus(202); // respond first, work later
  setImmediate(() => work(message.id, request.body));
});

// Processes a message; your code goes here.
function work(id, body) {
  console.log(`Working on ${id}, ${body.length} bytes`);
}

const server = app.listen(Number(process.argv[2] ?? 9000), '127.0.0.1', () => {
  console.log(`Listening at http://127.0.0.1:${server.address().port}/`);
});
