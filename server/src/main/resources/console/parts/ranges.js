import {html} from '../lib.js';
import {get, query} from '../api.js';
import {link} from '../router.js';
import {chart} from './chart.js';
import {span} from '../format.js';

// Time ranges with their step in minutes.
export const RANGES = {
  '15m': [15, 1, '15 min'],
  '1h': [60, 1, 'Hour'],
  '6h': [360, 5, '6 hours'],
  '24h': [1440, 20, 'Day'],
  '7d': [10_080, 180, 'Week'],
};

/** The statistics of a range: {times, points, totals}. */
export async function series(range, endpoint, options) {
  const [minutes, step] = RANGES[range] || RANGES['1h'];
  const to = Date.now();
  const from = to - minutes * 60_000 + step * 60_000;
  const response = await get(
    query('/stats', {
      endpoint,
      from: new Date(from).toISOString(),
      to: new Date(to).toISOString(),
      step: step + 'm',
    }),
    options,
  );
  return {times: response.data.map(p => new Date(p.at).getTime()), points: response.data, totals: response.totals};
}

export const rangeChips = (chosen, choose) => html`
  <div class="chips" role="group" aria-label="Time range">
    ${Object.entries(RANGES).map(
      ([key, [, , word]]) => html`
        <button type="button" aria-pressed=${chosen === key ? 'true' : 'false'} @click=${() => choose(key)}>
          ${word}
        </button>
      `,
    )}
  </div>
`;

const of = (stats, name) => stats.points.map(p => p[name]);

/** The start of a range as a value of a filter: a preset, or the time of its first point. */
export const since = (range, times) =>
  range === '1h' || range === '24h' ? range : new Date(times[0]).toISOString();

/** The outcomes over time; each bar leads to its messages. */
export const outcomesChart = (stats, endpoint) => {
  const step = stats.times[1] - stats.times[0];
  const ended = status => i =>
    link('/messages', {
      status,
      endpoint,
      endedFrom: new Date(stats.times[i]).toISOString(),
      endedTo: new Date(stats.times[i] + step).toISOString(),
    });
  return chart({
    kind: 'bars',
    times: stats.times,
    label: 'Outcomes over time',
    series: [
      {name: 'Delivered', tone: 'good', values: of(stats, 'delivered'), href: ended('delivered')},
      {
        name: 'Failed attempts',
        tone: 'bad',
        values: of(stats, 'failed'),
        // Messages with an attempt that failed then. The end of acceptance saves the server a walk
        // over newer ones.
        href: i => {
          const end = new Date(stats.times[i] + step).toISOString();
          const start = new Date(stats.times[i]).toISOString();
          return link('/messages', {outcome: 'failed', endpoint, to: end, attemptedFrom: start, attemptedTo: end});
        },
      },
      {name: 'Dropped', tone: 'warn', values: of(stats, 'dropped'), href: ended('dropped')},
    ],
  });
};

export const waitingChart = stats =>
  chart({
    kind: 'area',
    times: stats.times,
    label: 'Waiting messages over time',
    series: [{name: 'Waiting', tone: 'accent', values: of(stats, 'waiting')}],
  });

export const latencyChart = stats =>
  chart({
    times: stats.times,
    label: 'Latency over time',
    format: v => span(v),
    series: [
      ['p50', 'accent', ''],
      ['p90', 'warn', 'dash'],
      ['p99', 'bad', 'dots'],
    ].map(([p, tone, dash]) => ({
      name: p,
      tone,
      dash,
      values: stats.points.map(x => x.latency?.[p] ?? null),
    })),
  });

export const latencyText = latency =>
  latency
    ? html`
        ${span(latency.p50)}
        <span class="muted">/ ${span(latency.p90)} / ${span(latency.p99)}</span>
      `
    : html`
        <span class="muted">none yet</span>
      `;
