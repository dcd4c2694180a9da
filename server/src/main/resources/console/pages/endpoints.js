import {html, repeat} from '../lib.js';
import {get, mayManage, query} from '../api.js';
import {setQuery, link} from '../router.js';
import {Page} from '../parts/page.js';
import {Paged} from '../parts/pages.js';
import {curlButton} from '../parts/curl.js';
import {endpointBadge} from '../parts/badge.js';
import {lastErrorCell} from '../parts/lasterror.js';
import {sparkline} from '../parts/sparkline.js';
import {leads, target} from '../parts/url.js';
import {FAILED_IN_WINDOW, FAILED_SINCE_SUCCESS, failedInWindow, failedSinceSuccess} from '../parts/failures.js';
import {when} from '../parts/time.js';
import {emptyList, more} from '../parts/states.js';
import {text} from '../parts/field.js';
import {open} from '../parts/dialog.js';
import {icon} from '../parts/icon.js';
import {number, percent} from '../format.js';
import '../parts/enablemany.js';

const FILTERS = [
  ['', 'All'],
  ['enabled', 'Enabled'],
  ['disabled', 'Disabled'],
  ['frozen', 'Frozen'],
  ['paused', 'Paused'],
  ['attention', 'Needs attention'],
];

class EndpointsPage extends Page {
  list = new Paged(this, '/endpoints', 50);

  async load(options) {
    const [now] = await Promise.all([
      get('/overview', options),
      this.list.load({...this.criteria(), series: 'true'}, options),
    ]);
    return {counts: {...now.endpoints, '': now.endpoints.total, attention: now.needingAttention}, list: this.list};
  }

  criteria() {
    const {status, q} = this.query;
    if (status === 'attention') return {needingAttention: 'true', q};
    return status === 'paused' ? {paused: 'true', q} : {status, q};
  }

  title() {
    return html`
      <div class="head"><h1>Endpoints</h1></div>
    `;
  }

  search(event) {
    clearTimeout(this.typing);
    const q = event.target.value.trim();
    this.typing = setTimeout(() => setQuery({...this.query, q}), 250);
  }

  /** Enables the endpoints of this list, which the search narrows too. */
  enableAll() {
    open('ph-enable-many', {query: this.query, done: () => this.refresh()});
  }

  view({counts, list}) {
    const {status = '', q = ''} = this.query;
    return html`
      <div class="head">
        <div class="grow">
          <h1>Endpoints</h1>
          <p>An endpoint is one URL of one customer. All subscriptions to that URL share its health.</p>
        </div>
        ${curlButton(query('/endpoints', this.criteria()))}
        ${
          mayManage() && ['disabled', 'frozen', 'paused'].includes(status) && (list.rows.length || list.next)
            ? html`
                <button type="button" @click=${this.enableAll}>${icon('check', 14)}Enable all of this list…</button>
              `
            : ''
        }
      </div>
      <div class="filters">
        <div class="search">
          ${text('q', 'Search by URL or id', q, {type: 'search', placeholder: 'crm, ep_…', onInput: e => this.search(e)})}
        </div>
        <div class="chips" role="group" aria-label="State">
          ${FILTERS.map(
            ([key, word]) => html`
              <button
                type="button"
                aria-pressed=${status === key ? 'true' : 'false'}
                @click=${() => setQuery({...this.query, status: key})}
              >
                ${word} ${number(counts[key] || 0)}
              </button>
            `,
          )}
        </div>
      </div>
      <section class="panel flush">
        ${list.rows.length ? this.table(list) : this.nothing(status || q)}${more(list)}
      </section>
    `;
  }

  nothing(filtered) {
    return filtered
      ? emptyList(
          this.list,
          'endpoints',
          'No matching endpoints',
          'Choose another state, or shorten the search text.',
          html`
            <a href=${link('/endpoints')}>Show all</a>
          `,
        )
      : emptyList(
          this.list,
          'endpoints',
          'No endpoints yet',
          'The first subscription to a URL creates its endpoint.',
          html`
            <a class="button" href=${link('/subscriptions/new')}>Create a subscription</a>
          `,
        );
  }

  table(list) {
    return html`
      <table class="cards tight">
        <thead>
          <tr>
            <th>State</th>
            <th>URL</th>
            <th class="num">Failure rate</th>
            <th class="num">Consecutive failures</th>
            <th>Last hour</th>
            <th class="num">Waiting</th>
            <th>Last success</th>
            <th>Last error</th>
          </tr>
        </thead>
        <tbody>
          ${repeat(
            list.rows,
            e => e.id,
            e => html`
              <tr class="link" @click=${leads(link('/endpoints/' + e.id))}>
                <td>${endpointBadge(e)}</td>
                <td class="wide">${target(e.url, e.id)}</td>
                <td class="num" data-label="Failure rate">
                  ${
                    e.window.attempts
                      ? html`
                          <a href=${failedInWindow(e)} title=${FAILED_IN_WINDOW}>${percent(e.window.failureRate)}</a>
                        `
                      : '–'
                  }
                </td>
                <td class="num" data-label="Consecutive failures">
                  ${
                    e.consecutiveFailures
                      ? html`
                          <a href=${failedSinceSuccess(e)} title=${FAILED_SINCE_SUCCESS}>
                            ${number(e.consecutiveFailures)}
                          </a>
                        `
                      : '0'
                  }
                </td>
                <td data-label="Last hour">${sparkline(e.lastHour)}</td>
                <td class="num nowrap" data-label="Waiting" title="first attempts + retries">
                  <a href=${link('/messages', {endpoint: e.id, status: 'waiting'})}>
                    ${number(e.waiting.first)} + ${number(e.waiting.retry)}
                  </a>
                </td>
                <td class="nowrap" data-label="Last success">${when(e.lastSuccessAt)}</td>
                <td data-label="Last error">${lastErrorCell(e.lastError)}</td>
              </tr>
            `,
          )}
        </tbody>
      </table>
    `;
  }
}
customElements.define('ph-endpoints', EndpointsPage);
