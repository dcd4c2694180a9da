import {html} from '../lib.js';
import {post, put, remove, session} from '../api.js';
import {Page} from '../parts/page.js';
import {Paged} from '../parts/pages.js';
import {more} from '../parts/states.js';
import {badge} from '../parts/badge.js';
import {icon} from '../parts/icon.js';
import {when} from '../parts/time.js';
import {Dialog, confirm, open} from '../parts/dialog.js';
import {text, values} from '../parts/field.js';
import {showToast} from '../parts/toast.js';
import {plural} from '../format.js';

class CustomersPage extends Page {
  every = 0;

  list = new Paged(this, '/customers', 200);

  async load(options) {
    const list = await this.list.load({}, options);
    const known = list.rows.filter(c => !c.erasing).map(c => c.id);
    // Of a list with more pages only a part is known here.
    session.who.customers = list.next ? [...new Set([...session.who.customers, ...known])].sort() : known;
    document.querySelector('posthorn-console').requestUpdate();
    if (list.rows.some(c => c.erasing)) setTimeout(() => this.isConnected && this.refresh(), 1_000);
    return list;
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
        this.refresh();
      },
    });
  }

  view(list) {
    return html`
      <div class="head">
        <div class="grow">
          <h1>Customers</h1>
          <p>Each event, subscription, endpoint and message belongs to one customer. Customers cannot see each other's data.</p>
        </div>
        <button
          type="button"
          class="primary"
          @click=${() => open('ph-new-customer', {made: () => this.refresh()})}
        >
          ${icon('plus', 14)}Add a customer
        </button>
      </div>
      <section class="panel flush">
        <table class="cards">
          <thead>
            <tr>
              <th>Customer</th>
              <th>Delivery</th>
              <th>Since</th>
              <th><span class="hidden">Actions</span></th>
            </tr>
          </thead>
          <tbody>
            ${list.rows.map(
              c => html`
                <tr>
                  <td class="wide"><strong>${c.id}</strong></td>
                  <td data-label="Delivery">
                    ${
                      c.erasing
                        ? html`
                            being erased: ${plural(c.erasing.erasedEvents, 'event')} so far
                          `
                        : badge(c.deliveryPaused ? 'paused' : 'enabled')
                    }
                  </td>
                  <td class="nowrap" data-label="Since">${when(c.createdAt)}</td>
                  <td class="num wide">
                    ${
                      c.erasing
                        ? ''
                        : html`
                            <button
                              type="button"
                              class="small"
                              aria-label="${c.deliveryPaused ? 'Resume' : 'Pause'} delivery for ${c.id}"
                              @click=${() => this.pause(c)}
                            >
                              ${c.deliveryPaused ? 'Resume' : 'Pause'}
                            </button>
                            <button
                              type="button"
                              class="small danger"
                              aria-label="Erase ${c.id}"
                              ?disabled=${list.rows.length === 1 && !list.next}
                              @click=${() => this.erase(c)}
                            >
                              Erase…
                            </button>
                          `
                    }
                  </td>
                </tr>
              `,
            )}
          </tbody>
        </table>
        ${more(list)}
      </section>
    `;
  }
}
customElements.define('ph-customers', CustomersPage);

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
