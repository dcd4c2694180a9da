import {html} from '../lib.js';
import {get, mayManage, post} from '../api.js';
import {link} from '../router.js';
import {Page} from '../parts/page.js';
import {badge} from '../parts/badge.js';
import {copyable} from '../parts/copy.js';
import {icon} from '../parts/icon.js';
import {json, plain} from '../parts/json.js';
import {schedule} from '../parts/schedule.js';
import {target} from '../parts/url.js';
import {when} from '../parts/time.js';
import {empty} from '../parts/states.js';
import {confirm} from '../parts/dialog.js';
import {say} from '../parts/toast.js';
import {moment, outcome, plural, reasons, span, waits} from '../format.js';

class MessagePage extends Page {
  load(options) {
    return get('/messages/' + encodeURIComponent(this.params.id), options);
  }

  concerned(detail) {
    return detail.moreEndpoints || detail.endpoints.includes(this.data?.endpointId);
  }

  title() {
    return html`
      <div class="head"><h1>Message</h1></div>
    `;
  }

  act(action, title, text) {
    confirm({
      title,
      text,
      action: action === 'replay' ? 'Replay' : 'Cancel it',
      danger: action === 'cancel',
      run: async () => {
        this.data = await post('/messages/' + encodeURIComponent(this.params.id) + '/' + action);
        say(action === 'replay' ? 'Replayed: it has a fresh schedule' : 'Cancelled');
      },
    });
  }

  view(m) {
    const ended = !['waiting', 'inFlight'].includes(m.status);
    return html`
      <div class="head">
        <div class="grow">
          <a class="crumb" href="#/messages">Messages</a>
          <h1 class="break">${m.objCode ? m.objCode + '.' + m.eventType : 'Message'} ${m.objId || ''}</h1>
          <div class="row">${badge(m.status)}${copyable(m.id)}</div>
        </div>
        ${
          mayManage()
            ? html`
                <div class="row">
                  <button
                    type="button"
                    ?disabled=${!ended}
                    @click=${() => this.act('replay', 'Replay this message?', 'It is sent again with the same id, on a fresh schedule, to the current URL of its subscription.')}
                  >
                    ${icon('replay', 14)}Replay
                  </button>
                  <button
                    type="button"
                    class="danger"
                    ?disabled=${ended}
                    @click=${() => this.act('cancel', 'Cancel this message?', 'It will not be sent any more. A request that is on its way may still deliver it.')}
                  >
                    ${icon('stop', 14)}Cancel
                  </button>
                </div>
              `
            : ''
        }
      </div>
      <div class="stack">
        <section class="panel">
          <header><h2>${sentence(m)}</h2></header>
          ${schedule(m)}
        </section>
        <section class="panel">
          <dl class="facts">
            <div>
              <dt>To</dt>
              <dd>${target(m.url, m.endpointId)}</dd>
            </div>
            <div>
              <dt>Subscription</dt>
              <dd>
                <a href=${link('/subscriptions/' + m.subscriptionId)}>${m.subscriptionId.slice(0, 16)}…</a>
              </dd>
            </div>
            <div>
              <dt>Event</dt>
              <dd>
                ${
                  m.eventId
                    ? html`
                        <a href=${link('/events/' + encodeURIComponent(m.eventId))}>
                          ${m.eventId.length > 18 ? m.eventId.slice(0, 16) + '…' : m.eventId}
                        </a>
                      `
                    : 'gone'
                }
              </dd>
            </div>
            <div>
              <dt>Accepted</dt>
              <dd>${when(m.acceptedAt)}</dd>
            </div>
            <div>
              <dt>Format</dt>
              <dd>${m.format}, ${m.version}</dd>
            </div>
            <div>
              <dt>Attempts</dt>
              <dd>${m.attemptCount}</dd>
            </div>
          </dl>
        </section>
        <section class="panel flush">
          <header>
            <h2>Attempts</h2>
            <span class="muted small">newest first</span>
          </header>
          ${m.attempts.length ? m.attempts.toReversed().map(a => attempt(a, m)) : empty('clock', 'No attempt yet', 'The first one is made at once, unless the endpoint is held.')}
        </section>
        <section class="panel">
          <header>
            <h2>Payload</h2>
            <span class="grow"></span>
            ${m.payload === null ? '' : copyable(JSON.stringify(m.payload), 'copy')}
          </header>
          ${
            m.payload === null
              ? html`
                  <p class="muted">It is gone: payloads are kept for the time of retention.</p>
                `
              : json(m.payload)
          }
        </section>
      </div>
    `;
  }
}

function sentence(m) {
  if (m.status === 'delivered')
    return html`
      Delivered after ${plural(m.attemptCount, 'attempt')}, ${when(m.endedAt)}
    `;
  if (m.status === 'dropped')
    return html`
      Dropped ${when(m.endedAt)}: ${reasons[m.reason] || m.reason}
    `;
  if (m.status === 'cancelled')
    return html`
      Cancelled ${when(m.endedAt)}
    `;
  if (m.status === 'inFlight') return 'A request is on its way';
  if (m.nextAttemptAt)
    return html`
      Waits ${waits[m.waitsFor]}: next attempt ${when(m.nextAttemptAt)}
    `;
  return html`
    Held ${waits[m.waitsFor]}; dropped ${when(m.expiresAt)} if it still is
  `;
}

function attempt(a, m) {
  const headers = {
    ...m.request.headers,
    'webhook-timestamp': Math.floor(new Date(a.startedAt).getTime() / 1000),
  };
  return html`
    <details class="attempt">
      <summary>
        ${badge(a.success ? 'delivered' : 'failed')}
        <strong>No. ${a.number}</strong>
        <span class="grow">${outcome(a)}</span>
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
        <p class="muted small">Started ${moment(a.startedAt)}. ${a.success ? '' : follows(a)}</p>
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
                  Asked to wait:
                  <code>Retry-After: ${a.retryAfter}</code>
                </p>
              `
            : ''
        }
        <div>
          <h3>
            Request headers
            <span class="muted small">as they are set now, secrets masked</span>
          </h3>
          ${plain(
            'POST ' +
              (m.request.url || '') +
              '\n' +
              Object.entries(headers)
                .map(([k, v]) => k + ': ' + v)
                .join('\n'),
          )}
        </div>
        <div>
          <h3>Response ${a.status ?? ''}</h3>
          ${
            a.responseHidden
              ? html`
                  <p class="muted">What an endpoint in an allowed network answers is shown to admins only.</p>
                `
              : a.response
                ? plain(a.response)
                : html`
                    <p class="muted">No body.</p>
                  `
          }
        </div>
      </div>
    </details>
  `;
}

function follows(a) {
  if (a.next.status === 'waiting')
    return html`
      Next attempt planned for ${moment(a.next.at)}.
    `;
  return (
    'Then ' + a.next.status + (a.next.reason ? ': ' + (reasons[a.next.reason] || a.next.reason) : '') + '.'
  );
}

customElements.define('ph-message', MessagePage);
