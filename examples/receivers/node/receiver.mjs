// A receiver of webhooks that checks what it gets (Standard Webhooks 1.0), on Node.js alone:
//
//   WEBHOOK_SECRET=whsec_... node receiver.mjs 9000

import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const LARGEST_BODY = 2 * 1024 * 1024;
const TOLERANCE_SECONDS = 5 * 60; // how far the sender's clock and ours may be apart
const REMEMBERED_IDS = 100_000;
const LONGEST_QUEUE = 10_000;

const secret = process.env.WEBHOOK_SECRET ?? '';
if (!secret.startsWith('whsec_')) {
  console.error("Set WEBHOOK_SECRET to the endpoint's signing secret, whsec_...");
  process.exit(2);
}
const key = Buffer.from(secret.slice('whsec_'.length), 'base64');

// Ids that were taken. In earnest: a unique column, written together with the work.
const taken = new Set();
const queue = [];

// The bytes as they came: the signature is over these, not over what JSON makes of them.
async function readBody(request) {
  const chunks = [];
  let size = 0;
  // Not destroyed when we stop reading: the sender should still hear why.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    size += chunk.length;
    if (size > LARGEST_BODY) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function isRecent(timestamp) {
  return /^\d{1,12}$/.test(timestamp)
    && Math.abs(Date.now() / 1000 - Number(timestamp)) <= TOLERANCE_SECONDS;
}

// While a secret is rotated there are two signatures; one that fits is enough.
function isSigned(id, timestamp, body, signatures) {
  const digest = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64');
  const expected = Buffer.from(`v1,${digest}`);
  return signatures.split(' ').some((text) => {
    const signature = Buffer.from(text);
    return signature.length === expected.length && timingSafeEqual(signature, expected);
  });
}

function remember(id) {
  taken.add(id);
  if (taken.size > REMEMBERED_IDS) taken.delete(taken.values().next().value); // the oldest
}

// Decides on a request; nothing here takes long, so that the answer comes at once.
async function take(request) {
  if (request.method !== 'POST') return 405;
  const body = await readBody(request);
  if (body === null) return 413;
  const {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures,
  } = request.headers;
  if (!id || !timestamp || !signatures) return 401;
  if (!isRecent(timestamp) || !isSigned(id, timestamp, body, signatures)) return 401;
  if (taken.has(id)) return 200; // delivered before; the sender missed our answer
  if (queue.length >= LONGEST_QUEUE) return 503; // it will come again
  remember(id);
  queue.push({ id, body });
  setImmediate(work);
  return 202;
}

// What should happen with a message: your code goes here.
function work() {
  const message = queue.shift();
  console.log(`Working on ${message.id}, ${message.body.length} bytes`);
}

const server = createServer(async (request, response) => {
  try {
    const status = await take(request);
    const headers = status === 503 ? { 'Retry-After': '5' } : {};
    if (status === 413) headers.Connection = 'close'; // the rest is not read
    response.writeHead(status, headers).end();
  } catch {
    response.destroy(); // the sender broke off
  }
});
server.listen(Number(process.argv[2] ?? 9000), '127.0.0.1', () => {
  console.log(`Listening at http://127.0.0.1:${server.address().port}/`);
});
