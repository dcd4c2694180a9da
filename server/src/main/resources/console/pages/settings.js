import {html} from '../lib.js';
import {get, mayAdminister, mayManage, post, seesAllCustomers, session} from '../api.js';
import {ask} from '../router.js';
import {Page} from '../parts/page.js';
import {badge} from '../parts/badge.js';
import {icon} from '../parts/icon.js';
import {confirm} from '../parts/dialog.js';
import {text} from '../parts/field.js';
import {say} from '../parts/toast.js';

class SettingsPage extends Page {
  every = 0;

  async load(options) {
    const all = mayAdminister() && seesAllCustomers();
    const [delivery, settings] = await Promise.all([
      get(`/customers/${encodeURIComponent(session.customer)}/delivery`, options),
      all ? get('/settings', options) : null,
    ]);
    return {delivery, settings: settings?.data || null};
  }

  title() {
    return html`
      <div class="head"><h1>Settings</h1></div>
    `;
  }

  press(path, on, whom, word) {
    confirm({
      title: on ? `Pause delivery for ${whom}?` : `Resume delivery for ${whom}?`,
      action: on ? 'Pause delivery' : 'Resume delivery',
      danger: on,
      word: on ? word : undefined,
      text: on
        ? 'No request leaves until somebody resumes it. Events are taken in and held; time goes on for them, and what is held to its last slot is dropped.'
        : 'What is due is sent, within the allowances, which begin at one.',
      run: async () => {
        await post(path + (on ? '/pause' : '/resume'));
        say(on ? 'Delivery is paused' : 'Delivery goes on');
        this.refresh();
      },
    });
  }

  view({delivery, settings}) {
    return html`
      <div class="head">
        <div class="grow"><h1>Settings</h1></div>
      </div>
      <div class="stack">
        ${mayManage() ? this.button(delivery) : ''}${
          settings
            ? this.table(settings)
            : html`
                <section class="panel">
                  <p class="muted">The server's settings are shown to an admin's key for all customers.</p>
                </section>
              `
        }
      </div>
    `;
  }

  button(delivery) {
    const own = '/customers/' + encodeURIComponent(session.customer) + '/delivery';
    const line = (whom, paused, path, word) => html`
      <div class="row redline">
        <span class="grow"><strong>${whom}</strong></span>
        ${badge(paused ? 'paused' : 'enabled')}
        <button
          type="button"
          class=${paused ? 'primary' : 'danger'}
          @click=${() => this.press(path, !paused, whom, word)}
        >
          ${icon(paused ? 'check' : 'pause', 14)}${paused ? 'Resume delivery' : 'Pause delivery…'}
        </button>
      </div>
    `;
    return html`
      <section class="panel">
        <header>
          <h2>The red button</h2>
          <span class="muted small">stops every request, at once</span>
        </header>
        <div class="stack">
          ${line('customer ' + session.customer, delivery.paused, own, session.customer)}
          ${
            mayAdminister() && seesAllCustomers()
              ? line('all customers', delivery.pausedForAll, '/delivery', 'PAUSE ALL')
              : delivery.pausedForAll
                ? html`
                    <p>Delivery is paused for all customers, by an admin.</p>
                  `
                : ''
          }
        </div>
      </section>
    `;
  }

  table(settings) {
    const q = (this.query.q || '').toLowerCase();
    const rows = settings.filter(s => (s.key + s.description + s.source).toLowerCase().includes(q));
    return html`
      <section class="panel flush">
        <header>
          <h2>The server's settings</h2>
          <span class="muted small">
            read only: they are set in a file or the environment, and hold from the next start
          </span>
        </header>
        <div class="inset">
          ${text('q', 'Search', this.query.q, {type: 'search', placeholder: 'retry, POSTHORN_…', onInput: e => ask({q: e.target.value})})}
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
                  <td data-label="Value" class="break"><code>${s.value}</code></td>
                  <td data-label="Source" class="break small">
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
