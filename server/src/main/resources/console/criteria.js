// The criteria of the list of messages: from the address, for the API, and in words. The list and
// the bulk actions use the same object, so that both mean the same messages.
import {dateTime} from './format.js';
import {resolve} from './times.js';

const PLAIN = ['endpoint', 'subscription', 'objCode', 'eventType', 'objId', 'status', 'outcome'];
const TIMES = ['from', 'to', 'endedFrom', 'endedTo', 'attemptedFrom', 'attemptedTo'];

/** The criteria of an address, as the API takes them; empty ones are omitted. */
export function criteriaOf(query, now = Date.now()) {
  const all = [
    ...PLAIN.map(name => [name, query[name]]),
    ...TIMES.map(name => [name, resolve(query[name], now)]),
  ];
  return Object.fromEntries(all.filter(([, value]) => value));
}

/** Some criteria in words, one entry each. */
export function criteriaText(criteria) {
  const words = [];
  const say = (name, text) => criteria[name] && words.push(text + criteria[name]);
  say('status', 'status ');
  say('outcome', outcomeName(criteria).toLowerCase() + ' ');
  say('endpoint', 'endpoint ');
  say('subscription', 'subscription ');
  say('objCode', 'object code ');
  say('eventType', 'event type ');
  say('objId', 'object ');
  words.push(...span('accepted', criteria.from, criteria.to), ...span('ended', criteria.endedFrom, criteria.endedTo));
  const attempted = attemptedText(criteria);
  return attempted ? [...words, attempted] : words;
}

/** The times of an attempt in words, which only a link can ask for; empty without. */
export function attemptedText({attemptedFrom, attemptedTo}) {
  if (attemptedFrom && attemptedTo)
    return `an attempt between ${dateTime(attemptedFrom)} and ${dateTime(attemptedTo)}`;
  if (attemptedFrom) return `an attempt since ${dateTime(attemptedFrom)}`;
  return attemptedTo ? `an attempt before ${dateTime(attemptedTo)}` : '';
}

/** The name of the outcome among the criteria: of the attempts at their times, or of the last one. */
export const outcomeName = ({attemptedFrom, attemptedTo}) =>
  attemptedFrom || attemptedTo ? 'Attempt outcome' : 'Last outcome';

function span(what, from, to) {
  return [from && `${what} from ${dateTime(from)}`, to && `${what} before ${dateTime(to)}`].filter(Boolean);
}

const ENDED = ['delivered', 'dropped', 'cancelled'];

/**
 * The bulk actions that can take any message of a list. Among messages that had an attempt are those
 * that were delivered later, which no user wants to replay: that takes a status as well.
 */
export function actionsOf(criteria) {
  const {status, attemptedFrom, attemptedTo} = criteria;
  if (!status && (attemptedFrom || attemptedTo)) return ['retry', 'cancel'];
  if (ENDED.includes(status) || (!status && (criteria.endedFrom || criteria.endedTo))) return ['replay'];
  if (status === 'inFlight') return ['cancel'];
  return status === 'waiting' ? ['retry', 'cancel'] : ['retry', 'replay', 'cancel'];
}

/** Returns whether an action can take one message. */
export function takes(action, message) {
  if (action === 'replay') return ENDED.includes(message.status);
  if (action === 'cancel') return message.status === 'waiting' || message.status === 'inFlight';
  return message.status === 'waiting' && !['order', 'disabled', 'frozen', 'paused'].includes(message.waitsFor);
}

/**
 * The criteria of a list as it was when it was counted, so that an action takes no messages that
 * came later: for a replay those that ended before, else those accepted before.
 */
export function asCounted(action, criteria, countedAt) {
  const name = action === 'replay' ? 'endedTo' : 'to';
  const until = criteria[name];
  return {...criteria, [name]: until && new Date(until) < new Date(countedAt) ? until : countedAt};
}

/**
 * The body of a bulk action: the criteria of the list; all messages need one criterion too. The start
 * of 1970 would be none, as it excludes nothing.
 */
export const bulkBody = criteria =>
  Object.keys(criteria).length ? criteria : {from: new Date(1).toISOString()};

/** The body that enables the endpoints of a list: its state and its search text. */
export const enableBody = ({status, q}) => (q ? {status, q} : {status});
