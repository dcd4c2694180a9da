// The search over everything of a customer. Each question is one bounded call of the API; a list
// that may have more rows further on has a link to its page, which reads on.
import {outcomeText} from './format.js';

const KINDS = [
  [/^msg_[0-9A-Z]+$/i, 'message'],
  [/^ep_[0-9A-Z]{26}$/i, 'endpoint'],
  [/^sub_[0-9A-Z]{26}$/i, 'subscription'],
  [/^(rpl|cnl|rty)_[0-9A-Z]{13}$/i, 'job'],
  [/^key_\w+$/, 'key'],
];
const EVENT_ID = /^[A-Za-z0-9_:-]{1,128}$/;
const CODE = /^[A-Za-z][A-Za-z0-9_.-]{0,63}$/;
/** Each reading of a text with dots is a call of its own, so there are only so many. */
const MOST_DOTS = 3;
const JOBS = {rpl: ['/replays/', 'Bulk replay'], cnl: ['/cancellations/', 'Bulk cancellation'], rty: ['/retries/', 'Bulk retry']};
const FEW = 5;

/** The kind of thing that a text names for certain, or null. */
export const kindOf = text => KINDS.find(([pattern]) => pattern.test(text))?.[1] ?? null;

/**
 * The codes that a text may stand for: TASK.UPDATE is a type of an object, or, since codes may have
 * dots, one of the two; TASK is one of the two.
 */
export function codesOf(text) {
  const parts = text.split('.');
  if (parts.length > MOST_DOTS + 1) return [];
  const pairs = parts.slice(1).map((_, i) => ({
    objCode: parts.slice(0, i + 1).join('.'),
    eventType: parts.slice(i + 1).join('.'),
  }));
  return [...pairs, {objCode: text}, {eventType: text}].filter(codes => Object.values(codes).every(code => CODE.test(code)));
}

/**
 * Finds things: [{kind, title, detail, path, query}].
 *
 * get(path, values) calls the API; null for 404.
 */
export async function find(text, get) {
  const kind = kindOf(text);
  const found = kind ? [await byId(kind, text, get)] : await Promise.all(questions(text, get));
  return found.flat().filter(Boolean);
}

function questions(text, get) {
  return [
    EVENT_ID.test(text) ? eventById(text, get) : null,
    byObject(text, get),
    endpoints(text, get),
    subscriptions(text, get),
    ...codesOf(text).map(codes => byCodes(codes, get)),
  ];
}

async function byId(kind, text, get) {
  const id = kind === 'key' ? text : text.slice(0, text.indexOf('_')).toLowerCase() + text.slice(text.indexOf('_')).toUpperCase();
  if (kind === 'job') return job(id, get);
  const found = await get('/' + kind + 's/' + id);
  if (!found) return null;
  if (kind === 'message')
    return {
      kind: 'Message',
      title: [found.objCode ? found.objCode + '.' + found.eventType : 'Message', found.objId].filter(Boolean).join(' '),
      detail: found.status + (found.lastAttempt ? ', last attempt: ' + outcomeText(found.lastAttempt) : ''),
      path: '/messages/' + id,
    };
  if (kind === 'endpoint') return endpoint(found);
  if (kind === 'key') return key(found);
  return subscription(found);
}

async function job(id, get) {
  const [path, name] = JOBS[id.slice(0, 3)];
  const found = await get(path + id);
  if (!found) return null;
  const {endpoint: ep, subscription: sub, objCode, eventType, objId, status, outcome, from, to, endedFrom, endedTo, attemptedFrom, attemptedTo} = found;
  return {
    kind: 'Job',
    title: name + (found.preview ? ', preview' : ''),
    detail: `${found.finished ? 'finished' : 'running'}: ${found.taken} of ${found.examined} examined; opens its list of messages`,
    path: '/messages',
    query: {endpoint: ep, subscription: sub, objCode, eventType, objId, status, outcome, from, to, endedFrom, endedTo, attemptedFrom, attemptedTo},
  };
}

async function eventById(text, get) {
  const found = await get('/events/' + encodeURIComponent(text));
  return found && event(found);
}

/** Events of an object, matched or not, and its messages. */
async function byObject(text, get) {
  const page = await get('/events', {objId: text, limit: FEW});
  if (!page?.data.length && !page?.nextCursor) return null;
  const further = page.data.length ? '' : 'No match among the newest events; keep searching';
  return [
    ...page.data.slice(0, 3).map(event),
    {kind: 'Events', title: 'Events of object ' + text, detail: further || 'matched or not', path: '/events', query: {objId: text}},
    {kind: 'Messages', title: 'Messages of object ' + text, detail: further, path: '/messages', query: {objId: text}},
  ];
}

async function endpoints(text, get) {
  const page = await get('/endpoints', {q: text, limit: FEW});
  return rest(page, page?.data.map(endpoint), {kind: 'Endpoints', title: 'All endpoints with ' + text, path: '/endpoints', query: {q: text}});
}

async function subscriptions(text, get) {
  const page = await get('/subscriptions', {q: text, limit: FEW});
  return rest(page, page?.data.map(subscription), {
    kind: 'Subscriptions',
    title: 'All subscriptions with ' + text,
    path: '/subscriptions',
    query: {q: text},
  });
}

async function byCodes(codes, get) {
  const page = await get('/events', {...codes, limit: 1});
  if (!page?.data.length) return null;
  const name = codes.objCode && codes.eventType ? codes.objCode + '.' + codes.eventType : codes.objCode || codes.eventType;
  const what = codes.objCode && codes.eventType ? 'of type ' : codes.objCode ? 'with object code ' : 'with event type ';
  return [
    {kind: 'Events', title: 'Events ' + what + name, detail: 'matched or not', path: '/events', query: codes},
    {kind: 'Messages', title: 'Messages ' + what + name, detail: '', path: '/messages', query: codes},
  ];
}

/** The rows of a short list, and a link to the whole one if there is more. */
const rest = (page, rows, all) => (page?.nextCursor ? [...rows, {detail: 'there are more', ...all}] : rows);

const endpoint = e => ({
  kind: 'Endpoint',
  title: e.url,
  detail: (e.paused ? 'paused, ' : '') + e.status + (e.lastError ? ', last error: ' + outcomeText(e.lastError) : ''),
  path: '/endpoints/' + e.id,
});

const subscription = s => ({
  kind: 'Subscription',
  title: s.description || s.objCode + '.' + s.eventType,
  detail: s.objCode + '.' + s.eventType + ' to ' + s.url,
  path: '/subscriptions/' + s.id,
});

const key = k => ({
  kind: 'Key',
  title: k.name,
  detail: k.role + ' for ' + (k.customerId === '*' ? 'all customers' : 'customer ' + k.customerId) + ', ' + k.prefix + '…',
  path: '/keys',
  query: {id: k.id},
});

const event = e => ({
  kind: 'Event',
  title: [e.objCode + '.' + e.eventType, e.objId].filter(Boolean).join(' '),
  detail: e.id + (e.messages.length ? '' : ', no match'),
  path: '/events/' + encodeURIComponent(e.id),
});
