import {html} from '../lib.js';
import {events, get, mayAdminister, mayManage, post, put, remove, session} from '../api.js';
import {link, setQuery} from '../router.js';
import {Page} from '../parts/page.js';
import {Paged} from '../parts/pages.js';
import {emptyList, more} from '../parts/states.js';
import {leads} from '../parts/url.js';
import {badge} from '../parts/badge.js';
import {icon} from '../parts/icon.js';
import {Dialog, confirm, open} from '../parts/dialog.js';
import {text, values} from '../parts/field.js';
import {showToast} from '../parts/toast.js';
import {number, percent, plural} from '../format.js';

class CustomersPage extends Page {
  every = 0; // notices are about one customer
  poll = 10_000;

  list = new Paged(this, '/overview/customers', 50, '*', 'customerId');

  /** The customers being erased, which have no health any more. */
  erased = new Paged(this, '/customers', 50);

  async load(options) {
    const {needingAttention} = this.query;
    const [list, erasing, delivery] = await Promise.all([
      this.list.load({needingAttention}, options),
      mayAdminister() && !needingAttention ? this.erased.load({erasing: 'true'}, options).then(e => e.rows) : [],
      get('/delivery', options),
    ]);
    const known = list.rows.map(c => c.customerId);
    // Of a list with more pages, or with a filter, only a part is known here.
    session.who.customers =
      list.next || needingAttention ? [...new Set([...session.who.customers, ...known])].sort() : known;
    document.querySelector('posthorn-console').requestUpdate();
    if (erasing.length) setTimeout(() => this.isConnected && this.refresh(), 1_000);
    return {list, erasing, pausedForAll: delivery.paused};
  }

  title() {
    return html`
      <div class="head"><h1>Customers</h1></div>
    `;
  }

  erase(c) {
    confirm({
      title: `Erase ${c.id}?`,
      action: 'Erase customer',
      danger: true,
      word: c.id,
      text: 'Cancels its messages and erases its events, subscriptions, endpoints, keys and statistics. Only an entry in the audit log remains. This cannot be undone.',
      run: async () => {
        await remove('/customers/' + encodeURIComponent(c.id));
        showToast('Erasing');
        this.refresh();
      },
    });
  }

  pause(c) {
    const on = !c.deliveryPaused;
    confirm({
      title: on ? `Pause delivery for ${c.id}?` : `Resume delivery for ${c.id}?`,
      action: on ? 'Pause delivery' : 'Resume',
      danger: on,
      word: on ? c.id : undefined,
      text: on
        ? 'Stops all requests for this customer until you resume delivery. New events are accepted; their messages are held and can expire.'
        : 'Sends due messages, within the in-flight limits.',
      run: async () => {
        await post(`/customers/${encodeURIComponent(c.id)}/delivery/${on ? 'pause' : 'resume'}`);
        events.dispatchEvent(new Event('delivery'));
        this.refresh();
      },
    });
  }

  view({list, erasing, pausedForAll}) {
    const {needingAttention = ''} = this.query;
    // The worst first, of those that are loaded.
    const rows = list.rows.toSorted(
      (a, b) => b.needingAttention - a.needingAttention || a.customerId.localeCompare(b.customerId),
    );
    return html`
      <div class="head">
        <div class="grow">
          <h1>Customers</h1>
          <p>The health of each customer. Customers cannot see each other's data.</p>
        </div>
        ${
          mayAdminister()
            ? html`
                <button
                  type="button"
                  class="primary"
                  @click=${() => open('ph-new-customer', {made: () => this.refresh()})}
                >
                  ${icon('plus', 14)}Add a customer
                </button>
              `
            : ''
        }
      </div>
      <div class="filters">
        <div class="chips" role="group" aria-label="Health">
          ${[
            ['', 'All'],
            ['true', 'Needs attention'],
          ].map(
            ([value, word]) => html`
              <button
                type="button"
                aria-pressed=${needingAttention === value ? 'true' : 'false'}
                @click=${() => setQuery({needingAttention: value})}
              >
                ${word}
              </button>
            `,
          )}
        </div>
      </div>
      <section class="panel flush">
        ${rows.length || erasing.length ? this.table(rows, erasing, pausedForAll, list) : this.nothing()}
        ${more(list)}
      </section>
    `;
  }

  nothing() {
    return emptyList(
      this.list,
      'customers',
      'No customer needs attention',
      'No endpoint is frozen, disabled, paused or near a limit.',
      html`
        <a href=${link('/customers')}>Show all</a>
      `,
    );
  }

  table(rows, erasing, pausedForAll, list) {
    const {needingAttention} = this.query;
    return html`
        <table class="cards tight">
          <thead>
            <tr>
              <th>Customer</th>
              <th>Health</th>
              <th>Delivery</th>
              <th class="num">Endpoints</th>
              <th class="num">Failed, last hour</th>
              <th class="num">Dropped, last hour</th>
              <th class="num">Waiting</th>
              <th><span class="hidden">Actions</span></th>
            </tr>
          </thead>
          <tbody>
            ${erasing.map(
              c => html`
                <tr>
                  <td class="wide"><strong>${c.id}</strong></td>
                  <td class="wide" colspan="7">being erased: ${plural(c.erasing.erasedEvents, 'event')} so far</td>
                </tr>
              `,
            )}
            ${rows.map(c => this.row(c, pausedForAll, rows.length === 1 && !list.next && !needingAttention))}
          </tbody>
        </table>
    `;
  }

  row(c, pausedForAll, last) {
    const id = c.customerId;
    const {delivered, failed, dropped} = c.lastHour;
    const attempts = delivered + failed;
    const overview = link('/', {}, id);
    return html`
      <tr class="link" @click=${leads(overview)}>
        <td class="wide"><a class="cell" href=${overview}>${id}</a></td>
        <td data-label="Health">
          ${c.needingAttention ? attention(c.needingAttention) : badge('healthy')}
        </td>
        <td data-label="Delivery">${badge(c.deliveryPaused || pausedForAll ? 'paused' : 'enabled')}</td>
        <td class="num" data-label="Endpoints">
          <a href=${link('/endpoints', {}, id)}>${number(c.endpoints.total)}${c.endpoints.complete ? '' : '+'}</a>
        </td>
        <td class="num" data-label="Failed, last hour">
          ${
            attempts
              ? html`
                  <a href=${link('/messages', {outcome: 'failed', attemptedFrom: '1h'}, id)}>
                    ${percent(failed / attempts)} of ${number(attempts)}
                  </a>
                `
              : 'no attempts'
          }
        </td>
        <td class="num" data-label="Dropped, last hour">
          <a href=${link('/messages', {status: 'dropped', endedFrom: '1h'}, id)}>${number(dropped)}</a>
        </td>
        <td class="num" data-label="Waiting">
          <a href=${link('/messages', {status: 'waiting'}, id)}>
            ${number(c.waiting.first + c.waiting.retry + c.waiting.order + c.waiting.held)}
          </a>
        </td>
        <td class="num wide nowrap">${this.actions({id, deliveryPaused: c.deliveryPaused}, last)}</td>
      </tr>
    `;
  }

  actions(c, last) {
    return html`
      ${
        mayManage()
          ? html`
              <button
                type="button"
                class="small"
                aria-label="${c.deliveryPaused ? 'Resume' : 'Pause'} delivery for ${c.id}"
                @click=${() => this.pause(c)}
              >
                ${c.deliveryPaused ? 'Resume' : 'Pause'}
              </button>
            `
          : ''
      }
      ${
        mayAdminister()
          ? html`
              <button
                type="button"
                class="small danger"
                aria-label="Erase ${c.id}"
                ?disabled=${last}
                @click=${() => this.erase(c)}
              >
                Erase…
              </button>
            `
          : ''
      }
    `;
  }
}
customElements.define('ph-customers', CustomersPage);

const attention = count => html`
  <span class="badge bad" title="endpoints that need attention">${icon('warn', 12)}${number(count)} ${count === 1 ? 'needs' : 'need'} attention</span>
`;

class NewCustomer extends Dialog {
  submit(event) {
    event.preventDefault();
    const {id} = values(event.target);
    this.attempt(async () => {
      await put('/customers/' + encodeURIComponent(id));
      showToast('Added');
      this.made();
      this.close();
    });
  }

  body() {
    return html`
      <form @submit=${this.submit}>
        <h2 id="dialog-title">Add a customer</h2>
        ${text('id', 'Id', '', {id: 'customer-id', required: true, placeholder: 'acme', wrong: this.wrong('id'), hint: 'Letters, digits, _ . and -; cannot be changed later.'})}
        ${this.trouble()}
        <div class="actions">
          <button type="button" @click=${this.close}>Go back</button>
          <button class="primary" type="submit" ?disabled=${this.busy}>Add</button>
        </div>
      </form>
    `;
  }
}
customElements.define('ph-new-customer', NewCustomer);
