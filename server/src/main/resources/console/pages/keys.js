import {html} from '../lib.js';
import {get, post, remove, seesAllCustomers, session} from '../api.js';
import {link, setQuery} from '../router.js';
import {Page} from '../parts/page.js';
import {Paged} from '../parts/pages.js';
import {more} from '../parts/states.js';
import {when} from '../parts/time.js';
import {icon} from '../parts/icon.js';
import {copyable} from '../parts/copy.js';
import {Dialog, confirm, open} from '../parts/dialog.js';
import {select, text, values} from '../parts/field.js';
import {showToast} from '../parts/toast.js';

const ROLES = [
  ['viewer', 'viewer: read only, without secrets'],
  ['producer', 'producer: posts events only'],
  ['manager', 'manager: everything except keys, customers, audit and settings'],
  ['admin', 'admin: everything'],
];

class KeysPage extends Page {
  every = 0;
  list = new Paged(this, '/keys', 200, '*');

  /** All keys, or the one that the address names. */
  async load(options) {
    const {id} = this.query;
    return id ? {rows: [await get('/keys/' + encodeURIComponent(id), options)]} : this.list.load({}, options);
  }

  title() {
    return html`
      <div class="head"><h1>Keys</h1></div>
    `;
  }

  revoke(key) {
    const own = key.id === session.who.key.id;
    confirm({
      title: 'Revoke ' + key.name + '?',
      action: 'Revoke',
      danger: true,
      word: own ? 'REVOKE' : undefined,
      text: own
        ? 'You are logged in with this key; your session ends immediately.'
        : 'Calls with this key are refused at once, and its sessions end. This cannot be undone.',
      run: async () => {
        await remove('/keys/' + key.id);
        showToast('Revoked');
        if (this.query.id) setQuery({});
        else this.refresh();
      },
    });
  }

  view(list) {
    // The API lists keys in the order in which they are stored.
    const rows = list.rows.toSorted((a, b) => a.createdAt.localeCompare(b.createdAt));
    return html`
      <div class="head">
        <div class="grow">
          <h1>Keys</h1>
          <p>API keys and their roles. A key is shown only once, when you create it.</p>
        </div>
        <button
          type="button"
          class="primary"
          @click=${() => open('ph-new-key', {made: () => this.refresh()})}
        >
          ${icon('plus', 14)}Create a key
        </button>
      </div>
      ${
        this.query.id
          ? html`
              <div class="filters">One key. <a href=${link('/keys')}>Show all</a></div>
            `
          : ''
      }
      <section class="panel flush">
        <table class="cards">
          <thead>
            <tr>
              <th>Name</th>
              <th>Prefix</th>
              <th>Role</th>
              <th>Customer</th>
              <th>Created</th>
              <th>Last used</th>
              <th>Expires</th>
              <th><span class="hidden">Actions</span></th>
            </tr>
          </thead>
          <tbody>
            ${rows.map(
              k => html`
                <tr>
                  <td class="wide">
                    <strong>${k.name}</strong>
                    ${
                      k.id === session.who.key.id
                        ? html`
                            <span class="badge accent">yours</span>
                          `
                        : ''
                    }
                    <div class="muted small break">${k.id}</div>
                  </td>
                  <td data-label="Prefix"><code>${k.prefix || '–'}</code></td>
                  <td data-label="Role">${k.role}</td>
                  <td data-label="Customer">${k.customerId === '*' ? 'all' : k.customerId}</td>
                  <td class="nowrap" data-label="Created">${when(k.createdAt)}</td>
                  <td class="nowrap" data-label="Last used">${when(k.lastUsedAt)}</td>
                  <td class="nowrap" data-label="Expires">${when(k.expiresAt)}</td>
                  <td class="num wide">
                    <button
                      type="button"
                      class="small danger"
                      aria-label="Revoke ${k.name}"
                      @click=${() => this.revoke(k)}
                    >
                      Revoke
                    </button>
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
customElements.define('ph-keys', KeysPage);

class NewKey extends Dialog {
  static properties = {...Dialog.properties, key: {state: true}};

  /** The key is shown this once. */
  get guarded() {
    return this.key ? 'Copy the key, then choose Done' : '';
  }

  submit(event) {
    event.preventDefault();
    const v = values(event.target);
    const body = {name: v.name, role: v.role, customerId: v.customerId};
    if (v.expiresAt) body.expiresAt = new Date(v.expiresAt).toISOString();
    this.attempt(async () => {
      this.key = await post('/keys', body);
      this.made();
    });
  }

  finish() {
    this.key = null;
    this.close();
  }

  body() {
    if (this.key) {
      return html`
        <h2 id="dialog-title">Key created</h2>
        <p class="muted">Copy it now. Posthorn stores only its digest and cannot show it again.</p>
        <div class="secret">${copyable(this.key.key)}</div>
        <div class="actions">
          <button type="button" class="primary" @click=${this.finish}>Done</button>
        </div>
      `;
    }
    const customers = session.who.customers.map(c => [c, c]);
    return html`
      <form @submit=${this.submit}>
        <h2 id="dialog-title">Create a key</h2>
        ${text('name', 'Name', '', {id: 'key-name', required: true, placeholder: 'Who or what uses it?', wrong: this.wrong('/name')})}
        ${select('role', 'Role', 'viewer', ROLES, {id: 'key-role', wrong: this.wrong('/role')})}
        ${select('customerId', 'Customer', session.customer, seesAllCustomers() ? [...customers, ['*', 'all customers']] : customers, {id: 'key-customer', wrong: this.wrong('/customerId')})}
        ${text('expiresAt', 'Expires', '', {id: 'key-expires', type: 'datetime-local', hint: 'Leave empty if the key should not expire.', wrong: this.wrong('/expiresAt')})}
        ${this.trouble()}
        <div class="actions">
          <button type="button" @click=${this.close}>Go back</button>
          <button class="primary" type="submit" ?disabled=${this.busy}>Create</button>
        </div>
      </form>
    `;
  }
}
customElements.define('ph-new-key', NewKey);
