import {html, svg} from '../lib.js';
import {badge} from './badge.js';
import {when} from './time.js';
import {clock, percent, plural} from '../format.js';
import {empty} from './states.js';

const TONES = {enabled: 'good', disabled: 'bad', frozen: 'ice', paused: 'muted'};
const STATES = {
  disabled: 'disabled',
  frozen: 'frozen',
  recovered: 'enabled',
  enabled: 'enabled',
  paused: 'paused',
  gone: 'paused',
};
const WIDTH = 1000;

/** The history of a circuit, as a timeline and as a list. */
export function circuit(history, endpoint) {
  if (!history.length)
    return empty(
      'check',
      'No changes yet',
      'Changes of the circuit and probes will appear here.',
    );
  return html`
    <div class="circuit">${band(history.toReversed(), endpoint)}</div>
    <ol class="history" tabindex="0" aria-label="Circuit history">
      ${history.map(
        e => html`
          <li>
            <span>${badge(e.event)}</span>
            <span class="muted small">${reason(e)}</span>
            <span class="small nowrap">${when(e.at)}</span>
          </li>
        `,
      )}
    </ol>
  `;
}

function band(entries, endpoint) {
  const from = new Date(entries[0].at).getTime();
  const start = from - Math.max(1_000, (Date.now() - from) * 0.06);
  const end = Date.now();
  const x = at => ((Math.max(start, new Date(at).getTime()) - start) / (end - start)) * WIDTH;
  const segments = [];
  let state = entries[0].event === 'enabled' || entries[0].event === 'recovered' ? 'disabled' : 'enabled';
  let since = start;
  let beneath = state; // the state of the circuit, whether paused or not
  for (const entry of entries.filter(e => STATES[e.event] || e.event === 'resumed')) {
    segments.push([state, since, entry.at]);
    state = entry.event === 'resumed' ? beneath : STATES[entry.event];
    beneath = state === 'paused' ? beneath : state;
    since = entry.at;
  }
  segments.push([endpoint.paused ? 'paused' : endpoint.status, since, end]);
  const size = entries.length > 40 ? 2.2 : 5; // small enough that crosses do not overlap
  const used = [...new Set(segments.map(s => s[0]))];
  return html`
    <div class="legend">
      ${used.map(
        s => html`
          <span>
            <i class="fill-${TONES[s]}"></i>
            ${s}
          </span>
        `,
      )}
      <span>
        <b class="fill-bad">×</b>
        probe failed
      </span>
      <span>
        <b class="fill-good">|</b>
        probe succeeded
      </span>
    </div>
    <svg
      height="58"
      viewBox="0 0 ${WIDTH} 58"
      preserveAspectRatio="none"
      role="img"
      aria-label="States of the circuit over time: ${segments.map(s => s[0]).join(', then ')}"
    >
      ${segments.map(([s, a, b]) => svg`<rect class="seg fill-${TONES[s]}" x=${x(a)} y="8" width=${Math.max(1.5, x(b) - x(a) - 1)} height="18" rx="2"/>`)}
      ${entries.filter(e => e.event === 'probeFailed').map(e => svg`<path class="tick fill-bad" fill="none" vector-effect="non-scaling-stroke" d="M${x(e.at) - size} 31l${2 * size} 9m0-9-${2 * size} 9"/>`)}
      ${entries.filter(e => e.event === 'probeSucceeded').map(e => svg`<path class="tick fill-good" vector-effect="non-scaling-stroke" d="M${x(e.at)} 29v12"/>`)}
    </svg>
    <div class="row small muted">
      <span>${clock(start, true)}</span>
      <span class="grow"></span>
      <span>now</span>
    </div>
  `;
}

function reason(e) {
  const rate = e.window.attempts
    ? percent(e.window.failures / e.window.attempts) +
      ' of ' +
      plural(e.window.attempts, 'attempt') +
      ' failed'
    : 'no attempts counted';
  if (e.event === 'enabled') return 'Enabled by a user; due messages are sent again.';
  if (e.event === 'recovered') return 'A probe succeeded; due messages are sent again.';
  if (e.event === 'paused') return 'Paused by a user.';
  if (e.event === 'gone') return 'Paused: the receiver responded with status 410, which is final.';
  if (e.event === 'resumed') return 'Resumed by a user.';
  return plural(e.consecutiveFailures, 'failure') + ' in a row; ' + rate + '.';
}
