import {html, repeat} from '../lib.js';
import {mayManage} from '../api.js';
import {setQuery, go, link} from '../router.js';
import {Page} from '../parts/page.js';
import {Paged} from '../parts/pages.js';
import {badge} from '../parts/badge.js';
import {leads, target} from '../parts/url.js';
import {when} from '../parts/time.js';
import {emptyList, more} from '../parts/states.js';
import {select, text, values} from '../parts/field.js';
import {open} from '../parts/dialog.js';
import {reasons, waits} from '../format.js';
import '../parts/bulk.js';

const STATUSES = [
  ['', 'Any'],
  ['waiting', 'Waiting'],
  ['inFlight', 'In flight'],
  ['delivered', 'Delivered'],
  ['dropped', 'Dropped'],
  ['cancelled', 'Cancelled'],
];
const iso = local => (local ? new Date(local).toISOString() : '');

class MessagesPage extends Page {
  list = new Paged(this, '/messages', 50);

  load(options) {
    const {endpoint, subscription, status, objId, from, to} = this.query;
    return this.list.load({endpoint, subscription, status, objId, from: iso(from), to: iso(to)}, options);
  }

  /** Skips reloads once older pages are loaded, so that the list stays put. */
  concerned() {
    return !this.list.further;
  }

  title() {
    return html`
      <div class="head"><h1>Messages</h1></div>
    `;
  }

  /** The prefix of an id is its kind. */
  search(event) {
    event.preventDefault();
    const {search, ...rest} = values(event.target);
    if (search.startsWith('msg_')) go('/messages/' + search);
    else if (search.startsWith('ep_')) setQuery({...rest, endpoint: search});
    else if (search.startsWith('sub_')) setQuery({...rest, subscription: search});
    else setQuery({...this.kept(), ...rest, objId: search});
  }

  kept() {
    return {endpoint: this.query.endpoint, subscription: this.query.subscription};
  }

  changed(event) {
    const {search, ...rest} = values(event.target.form);
    setQuery({...this.query, ...rest});
  }

  view(list) {
    const q = this.query;
    const onChange = e => this.changed(e);
    return html`
      <div class="head">
        <div class="grow">
          <h1>Messages</h1>
          <p>A message is one event for one subscription. Its id never changes.</p>
        </div>
        ${
          mayManage()
            ? html`
                <div class="row">
                  <button type="button" @click=${() => open('ph-bulk', {action: 'replay', filters: q})}>
                    Replay messages…
                  </button>
                  <button type="button" @click=${() => open('ph-bulk', {action: 'cancel', filters: q})}>
                    Cancel messages…
                  </button>
                </div>
              `
            : ''
        }
      </div>
      <form class="filters" @submit=${this.search}>
        <div class="search">
          ${text('search', 'Message, endpoint, subscription or object', q.objId, {type: 'search', placeholder: 'msg_…, ep_…, sub_… or an objId; Enter'})}
        </div>
        ${select('status', 'Status', q.status, STATUSES, {onChange})}
        ${text('from', 'Accepted from', q.from, {type: 'datetime-local', onChange, cls: 'half'})}${text('to', 'Accepted until', q.to, {type: 'datetime-local', onChange, cls: 'half'})}
      </form>
      ${
        q.endpoint || q.subscription
          ? html`
              <p class="row">
                <span class="muted">Filtered by</span>
                ${
                  q.endpoint
                    ? html`
                        <code class="tag">${q.endpoint}</code>
                      `
                    : ''
                }${
                  q.subscription
                    ? html`
                        <code class="tag">${q.subscription}</code>
                      `
                    : ''
                }
                <button
                  type="button"
                  class="small"
                  @click=${() => setQuery({...q, endpoint: '', subscription: ''})}
                >
                  Show all
                </button>
              </p>
            `
          : ''
      }
      <section class="panel flush">
        ${list.rows.length ? this.table(list) : this.nothing()}${more(list)}
      </section>
    `;
  }

  nothing() {
    return Object.values(this.query).some(Boolean)
      ? emptyList(
          this.list,
          'messages',
          'No matching messages',
          'Change or remove filters.',
          html`
            <a href="#/messages">Show all</a>
          `,
        )
      : emptyList(
          this.list,
          'messages',
          'No messages yet',
          'Posthorn creates a message when an event matches a subscription.',
          html`
            <div class="row">
              <a class="button" href="#/subscriptions/new">Create a subscription</a>
              <a class="button" href="#/events">Post an event</a>
            </div>
          `,
        );
  }

  table(list) {
    return html`
      <table class="cards">
        <thead>
          <tr>
            <th>Status</th>
            <th>Event</th>
            <th>To</th>
            <th class="num">Attempts</th>
            <th>Accepted</th>
            <th>Next step</th>
          </tr>
        </thead>
        <tbody>
          ${repeat(
            list.rows,
            m => m.id,
            m => html`
              <tr class="link" @click=${leads(link('/messages/' + m.id))}>
                <td>${badge(m.status)}</td>
                <td class="wide">
                  <a class="cell" href=${link('/messages/' + m.id)}>
                    <span class="tag">${m.objCode ? m.objCode + '.' + m.eventType : 'event removed'}</span>
                    ${m.objId || ''}
                  </a>
                </td>
                <td class="wide">${target(m.url, m.endpointId)}</td>
                <td class="num" data-label="Attempts">${m.attemptCount}</td>
                <td class="nowrap" data-label="Accepted">${when(m.acceptedAt)}</td>
                <td class="wide small">${next(m)}</td>
              </tr>
            `,
          )}
        </tbody>
      </table>
    `;
  }
}

function next(m) {
  if (m.status === 'waiting')
    return m.nextAttemptAt
      ? html`
          attempt ${when(m.nextAttemptAt)}
        `
      : html`
          <span class="muted" title="waits ${waits[m.waitsFor]}">
            ${m.waitsFor === 'order' ? 'waits' : 'held'}: ${m.waitsFor}
          </span>
        `;
  if (m.status === 'inFlight') return 'in flight';
  return html`
    <span class="muted">
      ${m.reason && reasons[m.reason] ? reasons[m.reason] + ', ' : 'ended '}${when(m.endedAt)}
    </span>
  `;
}

customElements.define('ph-messages', MessagesPage);
