import {html, repeat} from '../lib.js';
import {link} from '../router.js';
import {Page} from '../parts/page.js';
import {Paged} from '../parts/pages.js';
import {leads} from '../parts/url.js';
import {badge} from '../parts/badge.js';
import {when} from '../parts/time.js';
import {icon} from '../parts/icon.js';
import {emptyList, more} from '../parts/states.js';
import {open} from '../parts/dialog.js';
import {plural} from '../format.js';
import {session} from '../api.js';
import '../parts/postevent.js';

class EventsPage extends Page {
  poll = 5_000; // events without messages cause no notice
  list = new Paged(this, '/events', 50);

  load(options) {
    return this.list.load({}, options);
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
        ${list.rows.length ? button : ''}
      </div>
      <section class="panel flush">
        ${list.rows.length ? this.table(list) : emptyList(list, 'events', 'No events yet', 'Post events to /api/v1/events with a producer key.', button)}${more(list)}
      </section>
    `;
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
