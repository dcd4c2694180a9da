import {html} from '../lib.js';
import {events, get, mayAdminister, mayManage, post, seesAllCustomers, session, settings} from '../api.js';
import {setQuery} from '../router.js';
import {Page} from '../parts/page.js';
import {badge} from '../parts/badge.js';
import {icon} from '../parts/icon.js';
import {confirm} from '../parts/dialog.js';
import {text} from '../parts/field.js';
import {showToast} from '../parts/toast.js';

class SettingsPage extends Page {
  every = 0;

  async load(options) {
    const operates = mayAdminister() && seesAllCustomers();
    const [delivery, table] = await Promise.all([
      get(`/customers/${encodeURIComponent(session.customer)}/delivery`, options),
      operates ? settings(options) : null,
    ]);
    return {delivery, table};
  }

  title() {
    return html`
      <div class="head"><h1>Settings</h1></div>
    `;
  }

  setPaused(path, on, customer, word) {
    confirm({
      title: on ? `Pause delivery for ${customer}?` : `Resume delivery for ${customer}?`,
      action: on ? 'Pause delivery' : 'Resume delivery',
      danger: on,
      word: on ? word : undefined,
      text: on
        ? 'Stops all requests until you resume delivery. New events are accepted; their messages are held, and dropped if they are still held at their last slot.'
        : 'Sends due messages, within the in-flight limits, which restart at 1.',
      run: async () => {
        await post(path + (on ? '/pause' : '/resume'));
        showToast(on ? 'Delivery paused' : 'Delivery resumed');
        events.dispatchEvent(new Event('delivery'));
        this.refresh();
      },
    });
  }

  view({delivery, table}) {
    return html`
      <div class="head">
        <div class="grow"><h1>Settings</h1></div>
      </div>
      <div class="stack">
        ${mayManage() ? this.button(delivery) : ''}${
          table
            ? this.table(table)
            : html`
                <section class="panel">
                  <p class="muted">Only an admin key for all customers can see the server settings.</p>
                </section>
              `
        }
      </div>
    `;
  }

  button(delivery) {
    const own = '/customers/' + encodeURIComponent(session.customer) + '/delivery';
    const line = (customer, paused, path, word) => html`
      <div class="row pause-line">
        <span class="grow"><strong>${customer}</strong></span>
        ${badge(paused ? 'paused' : 'enabled')}
        <button
          type="button"
          class=${paused ? 'primary' : 'danger'}
          @click=${() => this.setPaused(path, !paused, customer, word)}
        >
          ${icon(paused ? 'check' : 'pause', 14)}${paused ? 'Resume delivery' : 'Pause delivery…'}
        </button>
      </div>
    `;
    return html`
      <section class="panel">
        <header>
          <h2>Delivery pause</h2>
          <span class="muted small">stops all requests immediately</span>
        </header>
        <div class="stack">
          ${line('customer ' + session.customer, delivery.paused, own, session.customer)}
          ${
            mayAdminister() && seesAllCustomers()
              ? line('all customers', delivery.pausedForAll, '/delivery', 'PAUSE ALL')
              : delivery.pausedForAll
                ? html`
                    <p>An admin has paused delivery for all customers.</p>
                  `
                : ''
          }
        </div>
      </section>
    `;
  }

  table(all) {
    const q = (this.query.q || '').toLowerCase();
    const rows = all.filter(s => (s.key + s.description + s.source).toLowerCase().includes(q));
    return html`
      <section class="panel flush">
        <header>
          <h2>Server settings</h2>
          <span class="muted small">
            read-only; change them in the settings file or the environment, then restart
          </span>
        </header>
        <div class="inset">
          ${text('q', 'Search', this.query.q, {type: 'search', placeholder: 'retry, POSTHORN_…', onInput: e => setQuery({q: e.target.value})})}
        </div>
        <table class="cards">
          <thead>
            <tr>
              <th>Key</th>
              <th>Value</th>
              <th>Source</th>
            </tr>
          </thead>
          <tbody>
            ${rows.map(
              s => html`
                <tr>
                  <td class="wide">
                    <code>${s.key}</code>
                    <br />
                    <span class="muted small">${s.description}</span>
                  </td>
                  <td data-label="Value" class="wide break"><code>${s.value}</code></td>
                  <td data-label="Source" class="wide break small">
                    ${
                      s.isSet
                        ? html`
                            <span class="badge accent">${s.source}</span>
                          `
                        : html`
                            <span class="muted">${s.source}</span>
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
customElements.define('ph-settings', SettingsPage);
