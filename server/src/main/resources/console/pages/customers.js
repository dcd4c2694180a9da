import {html} from '../lib.js';
import {get, post, put, remove, session} from '../api.js';
import {Page} from '../parts/page.js';
import {badge} from '../parts/badge.js';
import {icon} from '../parts/icon.js';
import {when} from '../parts/time.js';
import {Dialog, confirm, open} from '../parts/dialog.js';
import {text, values} from '../parts/field.js';
import {say} from '../parts/toast.js';
import {plural} from '../format.js';

class CustomersPage extends Page {
  every = 0;

  async load(options) {
    const answer = await get('/customers?limit=1000', options);
    session.who.customers = answer.data.map(c => c.id);
    document.querySelector('posthorn-console').requestUpdate();
    if (answer.data.some(c => c.erasing)) setTimeout(() => this.isConnected && this.refresh(), 1_000);
    return answer;
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
      text: 'Cancels its messages and erases its events, subscriptions, endpoints, keys and statistics. Only the audit log keeps a line. This cannot be undone.',
      run: async () => {
        await remove('/customers/' + encodeURIComponent(c.id));
        say('Erasing');
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
        ? 'Sends no requests for this customer until delivery is resumed. New events are accepted and their messages held; held messages can expire.'
        : 'Sends due messages, within the in-flight limits.',
      run: async () => {
        await post(`/customers/${encodeURIComponent(c.id)}/delivery/${on ? 'pause' : 'resume'}`);
        this.refresh();
      },
    });
  }

  view({data}) {
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
            ${data.map(
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
                              ?disabled=${data.length === 1}
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
      say('Added');
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
