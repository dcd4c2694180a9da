import {html} from '../lib.js';
import {fromLocal, resolve, toLocal} from '../times.js';
import {select, text} from './field.js';

const DAY = 86_400_000;

/**
 * A filter by time with presets, over two values of the address.
 *
 * {label, from, to, query, outage, change}: `from` and `to` are the names of the values; `outage` is
 * the last one of the endpoint, if there was one; `change` gets the new values.
 */
export function timeFilter({label, from, to, query, outage, change}) {
  const start = query[from] || '';
  const end = query[to] || '';
  const since = outage?.since;
  const chosen = preset(start, end, since);
  const set = (a, b) => change({[from]: a, [to]: b});
  const choose = value => {
    if (value === 'between') set(resolve(start) || new Date(Date.now() - DAY).toISOString(), end);
    else set(value === 'outage' ? since : value, '');
  };
  return html`
    ${select(
      from + '-preset',
      label,
      chosen,
      [
        ['', 'Any time'],
        ['1h', 'Last hour'],
        ['24h', 'Last 24 hours'],
        ...(since ? [['outage', outage.over ? 'Since the last outage' : 'Since the endpoint failed']] : []),
        ['between', 'Between…'],
      ],
      {onChange: e => choose(e.target.value)},
    )}
    ${
      chosen === 'between'
        ? html`
            ${text(from, label + ' from', toLocal(resolve(start)), {type: 'datetime-local', cls: 'half', onChange: e => set(fromLocal(e.target.value), end)})}
            ${text(to, label + ' until', toLocal(resolve(end)), {type: 'datetime-local', cls: 'half', onChange: e => set(start, fromLocal(e.target.value))})}
          `
        : ''
    }
  `;
}

function preset(start, end, since) {
  if (!start && !end) return '';
  if (!end && (start === '1h' || start === '24h')) return start;
  return !end && since && start === since ? 'outage' : 'between';
}
