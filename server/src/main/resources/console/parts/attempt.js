import {html} from '../lib.js';
import {webhook} from '../curl.js';
import {badge} from './badge.js';
import {copyCommand} from './curl.js';
import {plain} from './json.js';
import {when} from './time.js';
import {errorText, hiddenResponse, dateTime, outcome, reasons, span} from '../format.js';

/** One attempt of a message: a line with the outcome and the cause, which expands to request and response. */
export function attempt(a, m) {
  const toTokenServer = a.error === 'auth';
  return html`
    <details class="attempt">
      <summary>
        ${badge(a.success ? 'delivered' : 'failed')}
        <strong>No. ${a.number}</strong>
        <span class="grow break">${a.success ? outcome(a) : errorText(a)}</span>
        ${
          a.probe
            ? html`
                <span class="badge">probe</span>
              `
            : html`
                <span class="muted small">slot ${a.slot}</span>
              `
        }
        <span class="muted small nowrap">${span(a.durationMillis)}</span>
        <span class="small nowrap">${when(a.startedAt)}</span>
      </summary>
      <div class="body">
        <p class="muted small">Started ${dateTime(a.startedAt)}. ${a.success ? '' : follows(a)}</p>
        ${
          a.resent
            ? html`
                <p>
                  Sent twice: the receiver closed a kept-alive connection before it responded, so the request was sent
                  again on a new one.
                </p>
              `
            : ''
        }
        ${
          a.errorText
            ? html`
                <div>
                  <h3>Error</h3>
                  ${plain(a.errorText)}
                </div>
              `
            : ''
        }
        ${
          a.retryAfter
            ? html`
                <p>
                  The receiver sent
                  <code>Retry-After: ${a.retryAfter}</code>
                </p>
              `
            : ''
        }
        ${toTokenServer ? '' : request(a, m)}
        ${toTokenServer && !a.response && !a.responseHidden ? '' : response(a, toTokenServer)}
      </div>
    </details>
  `;
}

function request(a, m) {
  const headers = {
    ...m.request.headers,
    'webhook-timestamp': Math.floor(new Date(a.startedAt).getTime() / 1000),
  };
  return html`
    <div>
      <h3>
        Request headers
        <span class="muted small">with current settings; secrets masked</span>
      </h3>
      ${plain(
        'POST ' +
          (m.request.url || '') +
          '\n' +
          Object.entries(headers)
            .map(([k, v]) => k + ': ' + v)
            .join('\n'),
      )}
      ${
        m.payload === null || !m.request.url
          ? ''
          : html`
              <div class="row">
                ${copyCommand(() => webhook({url: m.request.url, headers, payload: m.payload}), 'Copy the request as curl')}
                <span class="muted small">without signature and secrets</span>
              </div>
            `
      }
    </div>
  `;
}

function response(a, fromTokenServer) {
  return html`
    <div>
      <h3>${fromTokenServer ? 'Response of the token server' : 'Response ' + (a.status ?? '')}</h3>
      ${
        a.responseHidden
          ? html`
              <p class="muted">${hiddenResponse(a)}</p>
            `
          : a.response
            ? plain(a.response)
            : html`
                <p class="muted">Empty response body.</p>
              `
      }
    </div>
  `;
}

function follows(a) {
  if (a.next.held)
    return 'Then held: its endpoint is disabled, frozen or paused.';
  if (a.next.status === 'waiting')
    return html`
      Next attempt planned for ${dateTime(a.next.at)}.
    `;
  return (
    'Then ' + a.next.status + (a.next.reason ? ': ' + (reasons[a.next.reason] || a.next.reason) : '') + '.'
  );
}
