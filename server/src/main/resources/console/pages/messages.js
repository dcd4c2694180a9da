import {html, repeat} from '../lib.js';
import {mayManage, query} from '../api.js';
import {actionsOf, attemptedText, criteriaOf, outcomeName, takes} from '../criteria.js';
import {setQuery, go, link} from '../router.js';
import {Page} from '../parts/page.js';
import {Paged} from '../parts/pages.js';
import {badge, outcomeBadge} from '../parts/badge.js';
import {curlButton} from '../parts/curl.js';
import {icon} from '../parts/icon.js';
import {leads, target} from '../parts/url.js';
import {when} from '../parts/time.js';
import {timeFilter} from '../parts/timefilter.js';
import {emptyList, more} from '../parts/states.js';
import {select, text, values} from '../parts/field.js';
import {open} from '../parts/dialog.js';
import {number, reasons, waits} from '../format.js';
import {lastOutage} from '../outage.js';
import '../parts/bulk.js';

const STATUSES = [
  ['', 'Any'],
  ['waiting', 'Waiting'],
  ['inFlight', 'In flight'],
  ['delivered', 'Delivered'],
  ['dropped', 'Dropped'],
  ['cancelled', 'Cancelled'],
];
const OUTCOMES = [
  ['', 'Any'],
  ['success', 'Success'],
  ['failed', 'Failed'],
  ['none', 'No attempt yet'],
  ['4xx', 'Status 4xx'],
  ['5xx', 'Status 5xx'],
  ['timeout', 'Timeout'],
  ['refused', 'Connection refused'],
  ['connection', 'Connection lost'],
  ['dns', 'Host not resolved'],
  ['tls', 'TLS failed'],
  ['blocked_address', 'Blocked address'],
  ['auth', 'No access token'],
];
const ACTIONS = {retry: ['clock', 'Retry'], replay: ['replay', 'Replay'], cancel: ['stop', 'Cancel']};
/** Filters that a link may bring along and that have no field of their own. */
const TAGS = ['endpoint', 'subscription', 'objCode', 'eventType'];

class MessagesPage extends Page {
  static properties = {...Page.properties, chosen: {state: true}};

  list = new Paged(this, '/messages', 50);

  constructor() {
    super();
    this.chosen = new Set();
  }

  async load(options) {
    const criteria = criteriaOf(this.query);
    const {endpoint} = this.query;
    const [list, outage] = await Promise.all([
      this.list.load(criteria, options),
      endpoint ? lastOutage(endpoint, options) : null,
    ]);
    const shown = new Set(list.rows.map(m => m.id));
    this.chosen = new Set([...this.chosen].filter(id => shown.has(id)));
    return {list, outage, criteria};
  }

  /** Skips reloads once older pages are loaded or rows are selected, so that the list stays put. */
  concerned() {
    return !this.list.further && !this.chosen.size;
  }

  title() {
    return html`
      <div class="head"><h1>Messages</h1></div>
    `;
  }

  /** The prefix of an id is its kind. */
  search(event) {
    event.preventDefault();
    const {search} = values(event.target);
    if (/^(ep|sub)_/.test(search)) event.target.elements.search.value = ''; // a tag says it
    if (search.startsWith('msg_')) go('/messages/' + search);
    else if (search.startsWith('ep_')) this.change({endpoint: search, objId: ''});
    else if (search.startsWith('sub_')) this.change({subscription: search, objId: ''});
    else this.change({objId: search});
  }

  change(some) {
    this.chosen = new Set();
    setQuery({...this.query, ...some});
  }

  choose(id, on) {
    const chosen = new Set(this.chosen);
    if (on) chosen.add(id);
    else chosen.delete(id);
    this.chosen = chosen;
  }

  /** Starts an action on the selected rows, or else on the whole list as it is filtered. */
  act(action, rows) {
    const done = () => {
      this.chosen = new Set();
      this.refresh();
    };
    open('ph-bulk', rows.length ? {action, rows, done} : {action, criteria: criteriaOf(this.query), done});
  }

  view({list, outage, criteria}) {
    const q = this.query;
    const change = some => this.change(some);
    return html`
      <div class="head">
        <div class="grow">
          <h1>Messages</h1>
          <p>A message is one event for one subscription. Its id never changes.</p>
        </div>
        ${curlButton(query('/messages', criteria))}
      </div>
      <form class="filters" @submit=${this.search}>
        <div class="search">
          ${text('search', 'Message, endpoint, subscription or object', q.objId, {type: 'search', placeholder: 'msg_…, ep_…, sub_… or an objId; Enter'})}
        </div>
        ${select('status', 'Status', q.status, STATUSES, {onChange: e => change({status: e.target.value})})}
        ${select('outcome', outcomeName(q), q.outcome, outcomes(q.outcome), {onChange: e => change({outcome: e.target.value})})}
        ${timeFilter({label: 'Accepted', from: 'from', to: 'to', query: q, outage, change})}
        ${timeFilter({label: 'Ended', from: 'endedFrom', to: 'endedTo', query: q, outage, change})}
      </form>
      ${this.tags(q)}
      <section class="panel flush">
        ${list.rows.length ? [mayManage() ? this.toolbar(list, criteria) : '', this.table(list)] : this.nothing()}${more(list)}
      </section>
    `;
  }

  tags(q) {
    const set = TAGS.filter(name => q[name]).map(name => [name, name + ' ' + q[name], {[name]: ''}]);
    const attempted = attemptedText(criteriaOf(q));
    if (attempted) set.push(['attempt', attempted, {attemptedFrom: '', attemptedTo: ''}]);
    return set.length
      ? html`
          <p class="row tags">
            <span class="muted">Filtered by</span>
            ${set.map(
              ([name, words, without]) => html`
                <span class="tag wrap">
                  ${words}
                  <button
                    type="button"
                    class="plain"
                    aria-label="Remove the filter by ${name}"
                    @click=${() => this.change(without)}
                  >
                    ${icon('cross', 12)}
                  </button>
                </span>
              `,
            )}
          </p>
        `
      : '';
  }

  toolbar(list, criteria) {
    const rows = list.rows.filter(m => this.chosen.has(m.id));
    const every = rows.length === list.rows.length;
    const actions = rows.length ? Object.keys(ACTIONS) : actionsOf(criteria);
    return html`
      <div class="toolbar">
        <label class="check">
          <input
            type="checkbox"
            .checked=${every}
            .indeterminate=${rows.length > 0 && !every}
            @change=${e => (this.chosen = new Set(e.target.checked ? list.rows.map(m => m.id) : []))}
          />
          ${rows.length ? `${number(rows.length)} selected; updates are paused` : 'Select all rows shown'}
        </label>
        <span class="grow"></span>
        <span class="muted small">${rows.length ? 'Selected rows:' : 'All messages of this list:'}</span>
        ${actions.map(
          action => html`
            <button
              type="button"
              class="small"
              ?disabled=${rows.length > 0 && !rows.some(m => takes(action, m))}
              @click=${() => this.act(action, rows)}
            >
              ${icon(ACTIONS[action][0], 12)}${ACTIONS[action][1]} ${rows.length ? 'selected…' : 'all…'}
            </button>
          `,
        )}
      </div>
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
            <a href=${link('/messages')}>Show all</a>
          `,
        )
      : emptyList(
          this.list,
          'messages',
          'No messages yet',
          'Posthorn creates a message when an event matches a subscription.',
          html`
            <div class="row">
              <a class="button" href=${link('/subscriptions/new')}>Create a subscription</a>
              <a class="button" href=${link('/events')}>Post an event</a>
            </div>
          `,
        );
  }

  table(list) {
    const may = mayManage();
    return html`
      <table class="cards">
        <thead>
          <tr>
            ${
              may
                ? html`
                    <th><span class="hidden">Selected</span></th>
                  `
                : ''
            }
            <th>Status</th>
            <th>Event</th>
            <th>To</th>
            <th>Last outcome</th>
            <th class="num">Attempts</th>
            <th>Accepted</th>
            <th>Next / end</th>
          </tr>
        </thead>
        <tbody>
          ${repeat(
            list.rows,
            m => m.id,
            m => html`
              <tr class="link" @click=${leads(link('/messages/' + m.id))}>
                ${
                  may
                    ? html`
                        <td class="pick">
                          <input
                            type="checkbox"
                            aria-label="Select ${m.id}"
                            .checked=${this.chosen.has(m.id)}
                            @change=${e => this.choose(m.id, e.target.checked)}
                          />
                        </td>
                      `
                    : ''
                }
                <td>${badge(m.status)}</td>
                <td class="wide">
                  <a class="cell" href=${link('/messages/' + m.id)}>
                    <span class="tag">${m.objCode ? m.objCode + '.' + m.eventType : 'event removed'}</span>
                    ${m.objId || ''}
                  </a>
                </td>
                <td class="wide">${target(m.url, m.endpointId)}</td>
                <td data-label="Last outcome">${outcomeBadge(m.lastAttempt)}</td>
                <td class="num" data-label="Attempts">${m.attemptCount}</td>
                <td class="nowrap" data-label="Accepted">${when(m.acceptedAt)}</td>
                <td class="small" data-label="Next / end">${next(m)}</td>
              </tr>
            `,
          )}
        </tbody>
      </table>
    `;
  }
}

/** The choices of the filter; a link may ask for one status such as 503. */
const outcomes = value =>
  !value || OUTCOMES.some(([known]) => known === value) ? OUTCOMES : [...OUTCOMES, [value, 'Status ' + value]];

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
      ${m.reason && reasons[m.reason] ? reasons[m.reason] + ', ' : ''}${when(m.endedAt)}
    </span>
  `;
}

customElements.define('ph-messages', MessagesPage);
