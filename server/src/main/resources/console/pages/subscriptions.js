import {html, repeat} from '../lib.js';
import {mayManage, query} from '../api.js';
import {setQuery, link} from '../router.js';
import {Page} from '../parts/page.js';
import {Paged} from '../parts/pages.js';
import {curlButton} from '../parts/curl.js';
import {leads, target} from '../parts/url.js';
import {when} from '../parts/time.js';
import {icon} from '../parts/icon.js';
import {emptyList, more} from '../parts/states.js';
import {text} from '../parts/field.js';
import {plural} from '../format.js';

class SubscriptionsPage extends Page {
  every = 0;
  list = new Paged(this, '/subscriptions', 50);

  load(options) {
    return this.list.load({q: this.query.q}, options);
  }

  title() {
    return html`
      <div class="head"><h1>Subscriptions</h1></div>
    `;
  }

  search(event) {
    clearTimeout(this.typing);
    const q = event.target.value.trim();
    this.typing = setTimeout(() => setQuery({q}), 250);
  }

  view(list) {
    const {q} = this.query;
    return html`
      <div class="head">
        <div class="grow">
          <h1>Subscriptions</h1>
          <p>A subscription sends matching events to a URL.</p>
        </div>
 ${curlButton(query('/subscriptions', {q}))}${
          mayManage()
            ? html`
                <a class="button primary" href=${link('/subscriptions/new')}>${icon('plus', 14)}Create</a>
              `
            : ''
        }
      </div>
      ${
        list.rows.length || q
          ? html`
              <div class="filters">
                <div class="search">
                  ${text('q', 'Search', this.query.q, {type: 'search', placeholder: 'description, code, URL or id', onInput: e => this.search(e)})}
                </div>
              </div>
            `
          : ''
      }
      <section class="panel flush">
        ${
          list.rows.length
            ? this.table(list.rows)
            : q
              ? emptyList(list, 'subscriptions', 'No matching subscriptions', 'Shorten the search text.')
              : emptyList(
                  list,
                  'subscriptions',
                  'No subscriptions yet',
                  'Create one to send matching events to a URL.',
                  mayManage()
                    ? html`
                        <a class="button primary" href=${link('/subscriptions/new')}>Create a subscription</a>
                      `
                    : '',
                )
        }${more(list)}
      </section>
    `;
  }

  table(rows) {
    return html`
      <table class="cards">
        <thead>
          <tr>
            <th>Subscription</th>
            <th>Events</th>
            <th>To</th>
            <th>Filters</th>
            <th>Format</th>
            <th>Changed</th>
          </tr>
        </thead>
        <tbody>
          ${repeat(
            rows,
            s => s.id,
            s => html`
              <tr class="link" @click=${leads(link('/subscriptions/' + s.id))}>
                <td class="wide">
                  <a class="cell" href=${link('/subscriptions/' + s.id)}>${s.description || s.id}</a>
                </td>
                <td class="wide">
                  <span class="tag">${s.objCode}.${s.eventType}</span>
                  ${
                    s.objId
                      ? html`
                          <span class="small">${s.objId}</span>
                        `
                      : ''
                  }
                </td>
                <td class="wide">${target(s.url, s.endpointId)}</td>
                <td data-label="Filters">
                  ${
                    s.filters.length
                      ? plural(s.filters.length, 'filter')
                      : html`
                          <span class="muted">all</span>
                        `
                  }
                </td>
                <td data-label="Format">${s.format}, ${s.version}</td>
                <td class="nowrap" data-label="Changed">${when(s.modifiedAt)}</td>
              </tr>
            `,
          )}
        </tbody>
      </table>
    `;
  }
}
customElements.define('ph-subscriptions', SubscriptionsPage);
