import {html} from '../lib.js';
import {outcome, outcomeText} from '../format.js';
import {icon} from './icon.js';

// A state always has an icon and a word, so that it never depends on colour alone.
const BADGES = {
  enabled: ['good', 'check', 'Enabled'],
  disabled: ['bad', 'cross', 'Disabled'],
  frozen: ['ice', 'snow', 'Frozen'],
  paused: ['', 'pause', 'Paused'],
  gone: ['', 'pause', 'Paused, gone'],
  healthy: ['good', 'check', 'Healthy'],
  nearLimit: ['warn', 'warn', 'Near limit'],
  waiting: ['accent', 'clock', 'Waiting'],
  inFlight: ['accent', 'plane', 'In flight'],
  delivered: ['good', 'check', 'Delivered'],
  dropped: ['bad', 'drop', 'Dropped'],
  cancelled: ['', 'stop', 'Cancelled'],
  failed: ['bad', 'cross', 'Failed'],
  matches: ['good', 'check', 'Matches'],
  refused: ['', 'cross', 'No match'],
  probeFailed: ['bad', 'cross', 'Probe failed'],
  probeSucceeded: ['good', 'check', 'Probe succeeded'],
  recovered: ['good', 'check', 'Recovered'],
  resumed: ['good', 'check', 'Resumed'],
};

export function badge(state) {
  const [tone, sign, word] = BADGES[state] || ['', 'warn', state];
  return html`
    <span class="badge ${tone}">${icon(sign, 12)}${word}</span>
  `;
}

/** The outcome of a message's last attempt, if there was one. */
export const outcomeBadge = attempt =>
  attempt
    ? html`
        <span class="badge ${attempt.success ? 'good' : 'bad'}" title=${outcome(attempt)}>
          ${icon(attempt.success ? 'check' : 'cross', 12)}${outcomeText(attempt)}
        </span>
      `
    : html`
        <span class="muted">none yet</span>
      `;

/** The badge of an endpoint's circuit state, and of its pause. */
export const endpointBadge = endpoint => html`
  ${endpoint.status !== 'enabled' || !endpoint.paused ? badge(endpoint.status) : ''}
  ${endpoint.paused ? badge(endpoint.pausedBy === 'gone' ? 'gone' : 'paused') : ''}
`;
