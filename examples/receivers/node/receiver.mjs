// A webhook receiver that verifies signatures (Standard Webhooks 1.0), with Node.js only:
//
//   WEBHOOK_SECRET=whsec_... node receiver.mjs 9000

import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const LARGEST_BODY = 2 * 1024 * 1024;
const TOLERANCE_SECONDS = 5 * 60; // the allowed clock difference
const REMEMBERED_IDS = 100_000;
const LONGEST_QUEUE = 10_000;

const secret = process.env.WEBHOOK_SECRET ?? '';
if (!secret.startsWith('whsec_')) {
  console.error("Set WEBHOOK_SECRET to the endpoint's signing secret, whsec_...");
  process.exit(2);
}
const key = Buffer.from(secret.slice('whsec_'.length), 'base64');

// Processed ids. In production, use a unique column in the transaction that does the work.
const processed = new Set();
const queue = [];

// The raw bytes: the signature covers these, not re-serialised JSON.
async function readBody(request) {
  const chunks = [];
  let size = 0;
  // Not destroyed when reading stops, so that the sender still gets the response.
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

// During a rotation there are two signatures; one match is enough.
function isSigned(id, timestamp, body, signatures) {
  const digest = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64');
  const expected = Buffer.from(`v1,${digest}`);
  return signatures.split(' ').some((text) => {
    const signature = Buffer.from(text);
    return signature.length === expected.length && timingSafeEqual(signature, expected);
  });
}

function remember(id) {
  processed.add(id);
  if (processed.size > REMEMBERED_IDS) processed.delete(processed.values().next().value); // the oldest
}

// Decides the response; nothing here is slow, so that the response is sent at once.
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
  if (processed.has(id)) return 200; // a duplicate: the sender missed the response
  if (queue.length >= LONGEST_QUEUE) return 503; // Posthorn retries
  remember(id);
  queue.push({ id, body });
  setImmediate(work);
  return 202;
}

// Processes a message; your code goes here.
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
    response.destroy(); // the sender disconnected
  }
});
server.listen(Number(process.argv[2] ?? 9000), '127.0.0.1', () => {
  console.log(`Listening at http://127.0.0.1:${server.address().port}/`);
});
