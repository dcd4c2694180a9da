// Numbers, times and lengths as people read them.
const WHOLE = new Intl.NumberFormat('en');
const COMPACT = new Intl.NumberFormat('en', {notation: 'compact', maximumFractionDigits: 1});
const MOMENT = new Intl.DateTimeFormat('en-GB', {dateStyle: 'medium', timeStyle: 'medium'});
const CLOCK = new Intl.DateTimeFormat('en-GB', {hour: '2-digit', minute: '2-digit'});
const DAY = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
});

export const number = value => (value < 100_000 ? WHOLE.format(value) : COMPACT.format(value));
export const percent = share => (share * 100).toFixed(share > 0 && share < 0.1 ? 1 : 0) + ' %';
export const moment = iso => MOMENT.format(new Date(iso));
export const clock = (time, long) => (long ? DAY : CLOCK).format(new Date(time));
export const plural = (count, word, words) =>
  number(count) + ' ' + (count === 1 ? word : words || word + 's');

/** A length of time in the largest unit that fits. */
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

/** What became of an attempt, in words. */
export function outcome(attempt) {
  if (attempt.success) return 'Delivered: answered ' + attempt.status;
  const words = {
    timeout: 'No answer in time',
    refused: 'The connection was refused',
    dns: 'The host name could not be resolved',
    tls: 'No secure connection could be made',
    blocked_address: 'The address is not allowed as a target',
    connection: 'The connection broke, or what came was not HTTP',
  };
  if (attempt.error) return words[attempt.error] || attempt.error;
  if (attempt.status >= 300 && attempt.status < 400)
    return 'Redirected with ' + attempt.status + ', which is not followed';
  if (attempt.status === 429) return 'Asked for patience with 429';
  return 'Refused with ' + attempt.status;
}

export const waits = {
  slot: 'for its slot',
  retryAfter: 'because the receiver asked for patience',
  limit: 'for a free place',
  disabled: 'because its endpoint is disabled',
  frozen: 'because its endpoint is frozen',
  paused: 'because a person paused it',
};

export const reasons = {
  retries_exhausted: 'all retries used up',
  expired: 'held until its time was over',
};
