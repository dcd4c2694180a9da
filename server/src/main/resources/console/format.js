// Formats numbers, times and durations for display.
const WHOLE = new Intl.NumberFormat('en');
const COMPACT = new Intl.NumberFormat('en', {notation: 'compact', maximumFractionDigits: 1});
const DATE_TIME = new Intl.DateTimeFormat('en-GB', {dateStyle: 'medium', timeStyle: 'medium'});
const CLOCK = new Intl.DateTimeFormat('en-GB', {hour: '2-digit', minute: '2-digit'});
const DAY = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
});

export const number = value => (value < 100_000 ? WHOLE.format(value) : COMPACT.format(value));
export const percent = share => (share * 100).toFixed(share > 0 && share < 0.1 ? 1 : 0) + ' %';
export const dateTime = iso => DATE_TIME.format(new Date(iso));
export const clock = (time, long) => (long ? DAY : CLOCK).format(new Date(time));
export const plural = (count, word, words) =>
  number(count) + ' ' + (count === 1 ? word : words || word + 's');

/** A duration in the largest unit that fits. */
export function span(millis) {
  const s = millis / 1000;
  if (s < 1) return Math.round(millis) + ' ms';
  if (s < 60) return (s < 10 ? s.toFixed(1).replace(/\.0$/, '') : Math.round(s)) + ' s';
  if (s < 3600) return (s < 600 ? (s / 60).toFixed(1).replace(/\.0$/, '') : Math.round(s / 60)) + ' min';
  if (s < 172_800) return (s / 3600).toFixed(1).replace(/\.0$/, '') + ' h';
  return (s / 86_400).toFixed(1).replace(/\.0$/, '') + ' days';
}

export function ago(iso) {
  const away = Date.now() - new Date(iso).getTime();
  if (Math.abs(away) < 2_000) return 'just now';
  return away > 0 ? span(away) + ' ago' : 'in ' + span(-away);
}

const ERRORS = {
  timeout: 'Timed out',
  refused: 'Connection refused',
  dns: 'Host name not resolved',
  tls: 'TLS handshake failed',
  blocked_address: 'Blocked address',
  connection: 'Connection lost, or the response was not HTTP',
  auth: 'No access token',
};

/** The outcome of an attempt in words. */
export function outcome(attempt) {
  if (attempt.success) return 'Delivered with status ' + attempt.status;
  if (attempt.error) return ERRORS[attempt.error] || attempt.error;
  if (attempt.status >= 300 && attempt.status < 400)
    return 'Redirect with status ' + attempt.status + '; redirects are not followed';
  if (attempt.status === 429) return 'Rate limited with status 429';
  return 'Failed with status ' + attempt.status;
}

/** The outcome of an attempt in a word or two, for lists. */
export const outcomeText = attempt =>
  attempt.error ? (attempt.error === 'connection' ? 'connection lost' : attempt.error.replace('_', ' ')) : String(attempt.status);

/** The start of the text of a last error, or of its response; empty without both. */
export function cause(error, most = 140) {
  const text = (error.errorText || error.response || '').replace(/\s+/g, ' ').trim();
  return text.length > most ? text.slice(0, most) + '…' : text;
}

/** The first words of a last error: its outcome, and the start of the text or the response. */
export function errorText(error, most) {
  const text = cause(error, most);
  return outcome(error) + (text ? ': ' + text : '');
}

/** The reason why a user does not see a response. */
export const hiddenResponse = attempt =>
  attempt.error === 'auth'
    ? 'Only admins can see the response of a token server.'
    : 'The endpoint is in a private network; only admins can see its response.';

export const waits = {
  slot: 'for its slot',
  retryAfter: 'because the receiver sent Retry-After',
  accessToken: 'because there was no access token',
  limit: 'for the in-flight limit',
  order: 'for an earlier message of its object',
  disabled: 'because its endpoint is disabled',
  frozen: 'because its endpoint is frozen',
  paused: 'because it is paused',
};

export const reasons = {
  retries_exhausted: 'all retries failed',
  expired: 'held until it expired',
  rejected: 'the response had a final status',
};
