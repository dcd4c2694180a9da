import {html} from '../lib.js';
import {get, mayManage, post} from '../api.js';
import {link} from '../router.js';
import {Page} from '../parts/page.js';
import {badge} from '../parts/badge.js';
import {copyable} from '../parts/copy.js';
import {curlButton} from '../parts/curl.js';
import {icon} from '../parts/icon.js';
import {json} from '../parts/json.js';
import {attempt} from '../parts/attempt.js';
import {schedule} from '../parts/schedule.js';
import {target} from '../parts/url.js';
import {when} from '../parts/time.js';
import {empty} from '../parts/states.js';
import {confirm} from '../parts/dialog.js';
import {showToast} from '../parts/toast.js';
import {takes} from '../criteria.js';
import {plural, reasons, waits} from '../format.js';

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
      action: action === 'replay' ? 'Replay' : 'Cancel message',
      danger: action === 'cancel',
      run: async () => {
        this.data = await post('/messages/' + encodeURIComponent(this.params.id) + '/' + action);
        showToast(action === 'replay' ? 'Replayed with a new retry schedule' : 'Cancelled');
      },
    });
  }

  /** Asks for an attempt now; nothing is lost by it, so there is no question first. */
  async retry() {
    try {
      this.data = await post('/messages/' + encodeURIComponent(this.params.id) + '/retry');
      showToast('Attempted now, as soon as the limits of the endpoint allow');
    } catch (e) {
      if (e.status === undefined) throw e;
      this.failure = e;
    }
  }

  view(m) {
    const ended = !['waiting', 'inFlight'].includes(m.status);
    return html`
      <div class="head">
        <div class="grow">
          <a class="crumb" href=${link('/messages')}>Messages</a>
          <h1 class="break">${m.objCode ? m.objCode + '.' + m.eventType : 'Message'} ${m.objId || ''}</h1>
          <div class="row">${badge(m.status)}${copyable(m.id)}</div>
        </div>
        <div class="row">
        ${
          mayManage()
            ? html`
                  <button
                    type="button"
                    class=${takes('retry', m) ? 'primary' : ''}
                    ?disabled=${!takes('retry', m)}
                    title=${ended || takes('retry', m) ? '' : 'Not possible now: a request is in flight, the endpoint is disabled, frozen or paused, or an earlier message of the object comes first.'}
                    @click=${this.retry}
                  >
                    ${icon('clock', 14)}Retry now
                  </button>
                  <button
                    type="button"
                    ?disabled=${!ended}
                    @click=${() => this.act('replay', 'Replay this message?', 'Sends it again with the same id and a new retry schedule, to the current URL of its subscription.')}
                  >
                    ${icon('replay', 14)}Replay
                  </button>
                  <button
                    type="button"
                    class="danger"
                    ?disabled=${ended}
                    @click=${() => this.act('cancel', 'Cancel this message?', 'It ends as cancelled, and you can replay it later. A request in flight may still deliver it.')}
                  >
                    ${icon('stop', 14)}Cancel
                  </button>
              `
            : ''
        }
          ${curlButton('/messages/' + m.id)}
        </div>
      </div>
      <div class="stack">
        <section class="panel">
          <header><h2>${sentence(m)}</h2></header>
          ${schedule(m)}
        </section>
        <section class="panel">
          <dl class="facts">
            <div class="two">
              <dt>To</dt>
              <dd>${target(m.url, m.endpointId)}</dd>
            </div>
            <div>
              <dt>Subscription</dt>
              <dd>
                <a class="id" href=${link('/subscriptions/' + m.subscriptionId)}>${m.subscriptionId}</a>
              </dd>
            </div>
            <div>
              <dt>Event</dt>
              <dd>
                ${
                  m.eventId
                    ? html`
                        <a class="id" href=${link('/events/' + encodeURIComponent(m.eventId))}>
                          ${m.eventId}
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
          ${m.attempts.length ? m.attempts.toReversed().map(a => attempt(a, m)) : empty('clock', 'No attempts yet', 'The first attempt starts immediately, unless the message is held.')}
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
                  <p class="muted">Retention has removed the payload, so this message cannot be replayed.</p>
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
  if (m.status === 'inFlight') return 'A request is in flight';
  if (m.nextAttemptAt)
    return html`
      Waits ${waits[m.waitsFor]}: next attempt ${when(m.nextAttemptAt)}
    `;
  if (m.waitsFor === 'order')
    return html`
      Waits ${waits.order}; dropped if it is not attempted by ${when(m.expiresAt)}
    `;
  return html`
    Held ${waits[m.waitsFor]}; dropped ${when(m.expiresAt)} if it is still held then
  `;
}

customElements.define('ph-message', MessagePage);
