import {html, repeat} from '../lib.js';
import {query} from '../api.js';
import {link, setQuery} from '../router.js';
import {Page} from '../parts/page.js';
import {Paged} from '../parts/pages.js';
import {when} from '../parts/time.js';
import {curlButton} from '../parts/curl.js';
import {timeFilter} from '../parts/timefilter.js';
import {resolve} from '../times.js';
import {emptyList, more} from '../parts/states.js';

/** The caller that made a change: the name of a key, which leads to the key. */
function caller(who) {
  const [, id, name] = /^(key_\w+) \((.*)\)$/.exec(who) || [];
  return id
    ? html`
        <a href=${link('/keys', {id})}>${name}</a>
      `
    : who;
}

class AuditPage extends Page {
  every = 5_000;
  list = new Paged(this, '/audit', 100, '*');

  load(options) {
    return this.list.load(this.criteria(), options);
  }

  criteria() {
    return {from: resolve(this.query.from), to: resolve(this.query.to)};
  }

  /** Skips reloads once older pages are loaded, so that the list stays put. */
  concerned() {
    return !this.list.further;
  }

  title() {
    return html`
      <div class="head"><h1>Audit</h1></div>
    `;
  }

  view(list) {
    const filtered = Boolean(this.query.from || this.query.to);
    return html`
      <div class="head">
        <div class="grow">
          <h1>Audit</h1>
          <p>Every change made through the API, newest first.</p>
        </div>
        ${curlButton(query('/audit', this.criteria()), {customer: '*'})}
      </div>
      ${
        list.rows.length || filtered
          ? html`
              <div class="filters">
                ${timeFilter({label: 'Changed', from: 'from', to: 'to', query: this.query, change: some => setQuery({...this.query, ...some})})}
              </div>
            `
          : ''
      }
      <section class="panel flush">
        ${
          list.rows.length
            ? html`
                <table class="cards">
                  <thead>
                    <tr>
                      <th>When</th>
                      <th>What</th>
                      <th>Target</th>
                      <th>Customer</th>
                      <th>Who</th>
                      <th>From</th>
                    </tr>
                  </thead>
                  <tbody>
                    ${repeat(
                      list.rows,
                      e => e.id,
                      e => html`
                        <tr>
                          <td class="nowrap" data-label="When">${when(e.at)}</td>
                          <td data-label="What"><span class="tag">${e.action}</span></td>
                          <td class="wide break small">
                            <code>${e.target}</code>
                            ${
                              e.detail
                                ? html`
                                    <span class="muted">${e.detail}</span>
                                  `
                                : ''
                            }
                          </td>
                          <td data-label="Customer">${e.customerId || 'all'}</td>
                          <td class="break small" data-label="Who">
                            ${caller(e.who)}
                          </td>
                          <td class="small" data-label="From">${e.from}</td>
                        </tr>
                      `,
                    )}
                  </tbody>
                </table>
              `
            : filtered
              ? emptyList(
                  list,
                  'audit',
                  'No changes in this time',
                  'Choose another time.',
                  html`
                    <a href=${link('/audit')}>Show all</a>
                  `,
                )
              : emptyList(
                  list,
                  'audit',
                  'No changes yet',
                  'Each change will be listed with its key, time and address.',
                )
        }${more(list)}
      </section>
    `;
  }
}
customElements.define('ph-audit', AuditPage);
