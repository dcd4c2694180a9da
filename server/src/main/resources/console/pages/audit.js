import {html, repeat} from '../lib.js';
import {Page} from '../parts/page.js';
import {Paged} from '../parts/pages.js';
import {when} from '../parts/time.js';
import {emptyList, more} from '../parts/states.js';

class AuditPage extends Page {
  every = 5_000;
  list = new Paged(this, '/audit', 100, '*');

  load(options) {
    return this.list.load({}, options);
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
    return html`
      <div class="head">
        <div class="grow">
          <h1>Audit</h1>
          <p>Every change made through the API, newest first.</p>
        </div>
      </div>
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
                            ${e.who.replace(/^key_\S+ /, '').replace(/^\((.*)\)$/, '$1')}
                          </td>
                          <td class="small" data-label="From">${e.from}</td>
                        </tr>
                      `,
                    )}
                  </tbody>
                </table>
              `
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
