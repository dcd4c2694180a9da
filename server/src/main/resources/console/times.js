// Times of filters: relative ones such as 1h in the address, ISO 8601 in UTC everywhere else, and
// the local time of a datetime-local input.
const HOUR = 3_600_000;

/** The presets of a filter by time, as in the address. */
export const PRESETS = {'1h': HOUR, '24h': 24 * HOUR};

/** The time that a value of the address stands for: an ISO time as it is, a preset before now. */
export function resolve(value, now = Date.now()) {
  if (!value) return '';
  if (PRESETS[value]) return new Date(now - PRESETS[value]).toISOString();
  const time = new Date(value);
  return Number.isNaN(time.getTime()) ? '' : time.toISOString();
}

/** The start of the window that endpoints count their failure rate in: this hour and the 47 before. */
export const windowStart = (now = Date.now()) =>
  new Date((Math.floor(now / HOUR) - 47) * HOUR).toISOString();

/** An ISO time as the value of a datetime-local input. */
export function toLocal(iso) {
  const time = new Date(iso);
  if (!iso || Number.isNaN(time.getTime())) return '';
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** The value of a datetime-local input as an ISO time. */
export const fromLocal = local => (local ? new Date(local).toISOString() : '');

/** Since when everything an endpoint got failed, or null if its last attempt succeeded. */
export function failingSince(endpoint) {
  if (!endpoint || !endpoint.lastFailureAt || !endpoint.consecutiveFailures) return null;
  return endpoint.lastSuccessAt || endpoint.createdAt;
}

/**
 * When the last outage of an endpoint began, or null if its statistics show none. Some of these
 * points with more failures than deliveries are an outage, with pauses in between; a point with
 * more deliveries ends the walk back.
 *
 * points: [{at, delivered, failed}], the oldest first
 */
export function outageSince(points) {
  let since = null;
  for (const {at, delivered, failed} of points.toReversed()) {
    if (failed && failed >= delivered) since = at;
    else if (since && delivered) break;
  }
  return since;
}

/** The time zone of all times on screen, such as "Europe/Berlin, UTC+1". */
export function timeZone(now = new Date()) {
  const minutes = -now.getTimezoneOffset();
  const hours = Math.floor(Math.abs(minutes) / 60);
  const rest = Math.abs(minutes) % 60;
  const offset = minutes
    ? 'UTC' + (minutes < 0 ? '−' : '+') + hours + (rest ? ':' + String(rest).padStart(2, '0') : '')
    : 'UTC';
  const name = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return !name || name === 'UTC' || name === 'Etc/UTC' ? offset : name + ', ' + offset;
}
