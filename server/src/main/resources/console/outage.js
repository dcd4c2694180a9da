// The last outage of an endpoint, as a preset of filters by time.
import {get, query} from './api.js';
import {failingSince, outageSince} from './times.js';

const MINUTE = 60_000;
/** Recent outages to ten minutes, earlier ones to three hours: about 300 points each. */
const SPANS = [
  {minutes: 2 * 24 * 60, step: 10},
  {minutes: 30 * 24 * 60, step: 180},
];

/**
 * The last outage of an endpoint: {since, over}, or null without one. While it lasts, it began with
 * the last success; once the endpoint has recovered, its statistics show it.
 */
export async function lastOutage(id, options) {
  const found = await get('/endpoints/' + encodeURIComponent(id), options).catch(e => {
    if (e.status === 404 || e.status === 400) return null;
    throw e;
  });
  const failing = failingSince(found);
  if (failing) return {since: failing, over: false};
  if (!found?.lastFailureAt) return null;
  for (const {minutes, step} of SPANS) {
    const to = Math.ceil((Date.parse(found.lastFailureAt) + 1) / MINUTE / step) * step * MINUTE;
    const {data} = await get(
      query('/stats', {
        endpoint: id,
        from: new Date(to - minutes * MINUTE).toISOString(),
        to: new Date(to).toISOString(),
        step: step + 'm',
      }),
      options,
    );
    const since = outageSince(data);
    if (since) return {since, over: true};
  }
  return null;
}
