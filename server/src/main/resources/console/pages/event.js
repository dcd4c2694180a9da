import {html} from '../lib.js';
import {get, post} from '../api.js';
import {link} from '../router.js';
import {Page} from '../parts/page.js';
import {badge} from '../parts/badge.js';
import {copyable} from '../parts/copy.js';
import {curlButton} from '../parts/curl.js';
import {json} from '../parts/json.js';
import {verdicts} from '../parts/verdicts.js';
import {when} from '../parts/time.js';
import {empty} from '../parts/states.js';
import {plural} from '../format.js';

const MOST_VERDICTS = 100;

class EventPage extends Page {
  async load(options) {
    const event = await get('/events/' + encodeURIComponent(this.params.id), options);
    return {event, fate: await this.fate(event)};
  }

  /** Some verdicts of the current subscriptions, matches first; a customer may have 10,000. Operational events cannot be posted, so they have none. */
  async fate(event) {
    if (!event.hasPayload || event.objCode.startsWith('POSTHORN_')) return null;
    const {customerId, objCode, eventType, objId, eventTime, userId, newState, oldState} = event;
    const request = Object.fromEntries(
      Object.entries({customerId, objCode, eventType, objId, eventTime, userId, newState, oldState}).filter(
        ([, v]) => v !== null,
      ),
    );
    return (await post('/events?dryRun=true&limit=' + MOST_VERDICTS, request)).events[0];
  }

  concerned(detail) {
    return (
      detail.moreEndpoints || this.data?.event.messages.some(m => detail.endpoints.includes(m.endpointId))
    );
  }

  title() {
    return html`
      <div class="head"><h1>Event</h1></div>
    `;
  }

  view({event: e, fate}) {
    return html`
      <div class="head">
        <div class="grow">
          <a class="crumb" href=${link('/events')}>Events</a>
          <h1 class="break">${e.objCode}.${e.eventType} ${e.objId || ''}</h1>
          <div class="row">${copyable(e.id)}</div>
        </div>
        ${curlButton('/events/' + encodeURIComponent(e.id))}
      </div>
      <div class="stack">
        <section class="panel">
          <dl class="facts">
            <div>
              <dt>Accepted</dt>
              <dd>${when(e.acceptedAt)}</dd>
            </div>
            <div>
              <dt>Event time</dt>
              <dd>${when(e.eventTime)}</dd>
            </div>
            <div>
              <dt>By</dt>
              <dd>${e.userId || 'none'}</dd>
            </div>
            <div>
              <dt>Customer</dt>
              <dd>${e.customerId}</dd>
            </div>
          </dl>
        </section>
        <div class="cols">
          <section class="panel">
            <header><h2>Messages</h2></header>
            ${
              e.messages.length
                ? html`
                    <ul class="states">
                      ${e.messages.map(
                        m => html`
                          <li>
                            ${badge(m.status)}
                            <a class="grow break" href=${link('/subscriptions/' + m.subscriptionId)}>
                              ${m.description || m.subscriptionId}
                            </a>
                            <a href=${link('/messages/' + m.id)}>message</a>
                          </li>
                        `,
                      )}
                    </ul>
                  `
                : empty(
                    'events',
                    'No matching subscriptions',
                    'No subscription matched this event when it was accepted. The dry run compares it with the current subscriptions.',
                  )
            }
          </section>
          <section class="panel">
            <header>
              <h2>Dry run</h2>
              <span class="muted small">against the current subscriptions</span>
            </header>
            ${
              fate === null
                ? html`
                    <p class="muted">
                      No dry run: retention has removed the payload, or this is an operational event.
                    </p>
                  `
                : fate.subscriptions.length
                  ? [
                      verdicts(
                        fate.subscriptions,
                        s => html`
                          <a href=${link('/subscriptions/' + s.id)}>${s.description || s.id}</a>
                        `,
                      ),
                      fate.omitted
                        ? html`
                            <p class="muted small">
                              ${plural(fate.omitted, 'further subscription')} not shown; those that match come first.
                            </p>
                          `
                        : '',
                    ]
                  : html`
                      <p class="muted">No subscription for ${e.objCode}.${e.eventType}.</p>
                    `
            }
          </section>
        </div>
        ${
          e.hasPayload
            ? html`
                <div class="cols">
                  <section class="panel">
                    <header><h2>New state</h2></header>
                    ${json(e.newState)}
                  </section>
                  <section class="panel">
                    <header><h2>Old state</h2></header>
                    ${json(e.oldState)}
                  </section>
                </div>
              `
            : ''
        }
      </div>
    `;
  }
}
customElements.define('ph-event', EventPage);
