import {html, repeat} from '../lib.js';
import {go, link, setQuery} from '../router.js';
import {Page} from '../parts/page.js';
import {Paged} from '../parts/pages.js';
import {leads} from '../parts/url.js';
import {badge} from '../parts/badge.js';
import {when} from '../parts/time.js';
import {curlButton} from '../parts/curl.js';
import {icon} from '../parts/icon.js';
import {select, text, values} from '../parts/field.js';
import {timeFilter} from '../parts/timefilter.js';
import {resolve} from '../times.js';
import {emptyList, more} from '../parts/states.js';
import {open} from '../parts/dialog.js';
import {plural} from '../format.js';
import {get, query, session} from '../api.js';
import '../parts/postevent.js';

const MATCHED = [
  ['', 'Any'],
  ['true', 'Matched'],
  ['false', 'Unmatched'],
];

class EventsPage extends Page {
  poll = 5_000; // events without messages cause no notice
  list = new Paged(this, '/events', 50);

  load(options) {
    return this.list.load(this.criteria(), options);
  }

  criteria() {
    const {objCode, eventType, objId, matched, from, to} = this.query;
    return {objCode, eventType, objId, matched, from: resolve(from), to: resolve(to)};
  }

  change(some) {
    setQuery({...this.query, ...some});
  }

  /** An id opens its event; other text is the id of an object. */
  async search(event) {
    event.preventDefault();
    const {objId, ...rest} = values(event.target);
    const path = '/events/' + encodeURIComponent(objId);
    const found = objId && (await get(path).catch(() => null));
    if (found) go(path);
    else this.change({objId, objCode: rest.objCode, eventType: rest.eventType});
  }

  /** Skips reloads once older pages are loaded, so that the list stays put. */
  concerned() {
    return !this.list.further;
  }

  title() {
    return html`
      <div class="head"><h1>Events</h1></div>
    `;
  }

  post() {
    open('ph-post-event', {posted: () => this.refresh()});
  }

  view(list) {
    const may = session.who.key.role !== 'viewer';
    const filtered = Object.values(this.query).some(Boolean);
    const button = may
      ? html`
          <button type="button" class="primary" @click=${this.post}>
            ${icon('plus', 14)}Post an event
          </button>
        `
      : '';
    return html`
      <div class="head">
        <div class="grow">
          <h1>Events</h1>
          <p>Accepted events and the messages they created, newest first.</p>
        </div>
        ${curlButton(query('/events', this.criteria()))}${list.rows.length || filtered ? button : ''}
      </div>
      ${list.rows.length || filtered ? this.filters() : ''}
      <section class="panel flush">${list.rows.length ? this.table(list) : this.nothing(list, filtered, button)}${more(list)}</section>
    `;
  }

  filters() {
    const q = this.query;
    return html`
      <form class="filters" @submit=${this.search}>
        <div class="search">
          ${text('objId', 'Object or event id', q.objId, {type: 'search', placeholder: 'objId or event id; Enter', onChange: e => !e.target.value && this.change({objId: ''})})}
        </div>
        ${text('objCode', 'Object code', q.objCode, {placeholder: 'any', onChange: e => this.change({objCode: e.target.value.trim()})})}
        ${text('eventType', 'Event type', q.eventType, {placeholder: 'any', onChange: e => this.change({eventType: e.target.value.trim()})})}
        ${select('matched', 'Subscriptions', q.matched, MATCHED, {onChange: e => this.change({matched: e.target.value})})}
        ${timeFilter({label: 'Accepted', from: 'from', to: 'to', query: q, change: some => this.change(some)})}
        <button type="submit" class="hidden">Search</button>
      </form>
    `;
  }

  nothing(list, filtered, button) {
    return filtered
      ? emptyList(
          list,
          'events',
          'No matching events',
          'Change or remove filters.',
          html`
            <a href=${link('/events')}>Show all</a>
          `,
        )
      : emptyList(list, 'events', 'No events yet', 'Post events to /api/v1/events with a producer key.', button);
  }

  table(list) {
    return html`
      <table class="cards">
        <thead>
          <tr>
            <th>Event</th>
            <th>Object</th>
            <th>By</th>
            <th>Accepted</th>
            <th>Matched</th>
          </tr>
        </thead>
        <tbody>
          ${repeat(
            list.rows,
            e => e.id,
            e => html`
              <tr class="link" @click=${leads(link('/events/' + encodeURIComponent(e.id)))}>
                <td class="wide">
                  <a class="cell" href=${link('/events/' + encodeURIComponent(e.id))}>
                    <span class="tag">${e.objCode}.${e.eventType}</span>
                  </a>
                </td>
                <td data-label="Object">
                  ${
                    e.objId ||
                    html`
                      <span class="muted">none</span>
                    `
                  }
                </td>
                <td data-label="By">
                  ${
                    e.userId ||
                    html`
                      <span class="muted">none</span>
                    `
                  }
                </td>
                <td class="nowrap" data-label="Accepted">${when(e.acceptedAt)}</td>
                <td data-label="Matched">
                  ${
                    e.messages.length
                      ? html`
                          <div class="row">
                            ${plural(e.messages.length, 'subscription')}
                            ${[...new Set(e.messages.map(m => m.status))].map(badge)}
                          </div>
                        `
                      : html`
                          <a href=${link('/events/' + encodeURIComponent(e.id))}>none: why?</a>
                        `
                  }
                </td>
              </tr>
            `,
          )}
        </tbody>
      </table>
    `;
  }
}
customElements.define('ph-events', EventsPage);
