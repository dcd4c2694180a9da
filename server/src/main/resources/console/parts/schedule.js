import {html} from '../lib.js';
import {icon} from './icon.js';
import {span, ago, dateTime} from '../format.js';

/** The slots of a message's schedule in order, with the outcome of each and the next one. */
export function schedule(message) {
  const start = new Date(message.scheduledFrom || message.acceptedAt).getTime();
  const attempts = message.attempts.filter(a => new Date(a.startedAt).getTime() >= start - 1);
  const slots = message.schedule.map((at, n) => slot(message, attempts, at, n));
  const next = message.nextSlot ?? slots.findIndex(s => s.state === 'open');
  if (slots[next]?.state === 'open') slots[next].state = 'next';
  return html`
    <ol class="slots" .style=${'--n:' + slots.length}>
      ${slots.map(
        (s, n) => html`
          <li class=${s.state === 'open' || s.state === 'next' ? '' : 'done'}>
            <span class="dot ${tone(s)}">${icon(sign(s), 14)}</span>
            <b>${n === 0 ? 'First' : 'Retry ' + n}</b>
            <span title=${dateTime(s.at)}>
              ${n === 0 ? 'at once' : '+ ' + span(new Date(s.at) - start)}
              <br />
              ${words(s, message)}
            </span>
          </li>
        `,
      )}
    </ol>
  `;
}

function slot(message, attempts, at, n) {
  const made = attempts.filter(a => a.slot === n && !a.probe);
  const probes = attempts.filter(a => a.slot === n && a.probe);
  const all = [...made, ...probes];
  if (all.some(a => a.success)) return {state: 'good', at, attempt: all.find(a => a.success)};
  if (made.length) return {state: 'bad', at, attempt: made.at(-1)};
  if (attempts.some(a => a.slot > n && !a.probe)) return {state: 'passed', at};
  const end = message.endedAt ? new Date(message.endedAt).getTime() : Date.now();
  const over = new Date(at).getTime() < end;
  if (probes.length && over) return {state: 'probed', at, probes: probes.length};
  if (message.endedAt) return {state: message.status === 'dropped' && over ? 'held' : 'unused', at};
  // Due and not held: it is next, as soon as the in-flight limit allows.
  return {state: over && !message.nextAttemptAt && message.status !== 'inFlight' ? 'held' : 'open', at};
}

const tone = s => ({good: 'good', bad: 'bad', probed: 'bad', next: 'next'})[s.state] || '';

function sign(s) {
  return (
    {
      good: 'check',
      bad: 'cross',
      probed: 'cross',
      passed: 'more',
      held: 'pause',
      unused: 'stop',
      next: 'clock',
    }[s.state] || 'clock'
  );
}

function words(s, message) {
  switch (s.state) {
    case 'good':
      return s.attempt.status + (s.attempt.probe ? ', as a probe' : '');
    case 'bad':
      return s.attempt.error || s.attempt.status;
    case 'probed':
      return s.probes === 1 ? 'probed' : s.probes + ' probes';
    case 'passed':
      return 'skipped';
    case 'held':
      return 'held';
    case 'unused':
      return 'not needed';
    case 'next':
      return message.status === 'inFlight'
        ? 'in flight'
        : message.nextAttemptAt
          ? 'next, ' + ago(message.nextAttemptAt)
          : 'if enabled';
    default:
      return '';
  }
}
