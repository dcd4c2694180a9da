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
      action: 'Erase all of it',
      danger: true,
      word: c.id,
      text: 'Its messages are cancelled, and its events, subscriptions, endpoints, keys and figures are erased. Only the line in the audit stays. This cannot be taken back.',
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
        ? 'Nothing is sent for this customer until somebody resumes it. Events are taken in and held; time goes on for them.'
        : 'What is due is sent, within the allowances.',
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
          <p>Everything belongs to exactly one; no customer sees another's.</p>
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
        ${text('id', 'Id', '', {id: 'customer-id', required: true, placeholder: 'acme', wrong: this.wrong('id'), hint: 'Letters, digits, _ . and -; it stays for ever.'})}
        ${this.trouble()}
        <div class="actions">
          <button type="button" @click=${this.close}>Leave</button>
          <button class="primary" type="submit" ?disabled=${this.busy}>Add</button>
        </div>
      </form>
    `;
  }
}
customElements.define('ph-new-customer', NewCustomer);
