import {html, nothing} from '../lib.js';
import {get, query, seesAllCustomers, session} from '../api.js';
import {find} from '../lookup.js';
import {link} from '../router.js';
import {Dialog} from './dialog.js';
import {icon} from './icon.js';
import {problem} from './states.js';

const PAUSE = 250;

/** The search over everything: ids of any kind, objects, URLs and event types. */
class Search extends Dialog {
  static properties = {
    ...Dialog.properties,
    text: {state: true},
    found: {state: true},
    at: {state: true},
    searched: {state: true},
  };

  constructor() {
    super();
    this.text = '';
    this.at = 0;
  }

  firstUpdated() {
    super.firstUpdated();
    this.querySelector('input').focus();
  }

  type(event) {
    this.text = event.target.value.trim();
    clearTimeout(this.timer);
    this.running?.abort();
    if (this.text) this.timer = setTimeout(() => this.search(), PAUSE);
    else this.found = null;
  }

  search() {
    const own = new AbortController();
    const {text} = this;
    this.running = own;
    return this.attempt(async () => {
      try {
        const rows = await find(text, (path, values) => this.ask(path, values, own.signal));
        if (own.signal.aborted) return;
        this.found = [...customersWith(text), ...rows];
        this.searched = text;
        this.at = 0;
      } catch (e) {
        if (e.name !== 'AbortError') throw e;
      }
    });
  }

  /** A thing that does not exist or may not be seen, or a value that the call does not take, is no find. */
  async ask(path, values, signal) {
    try {
      return await get(query(path, values || {}), {signal});
    } catch (e) {
      if ([400, 403, 404].includes(e.status)) return null;
      throw e;
    }
  }

  key(event) {
    if (event.key === 'Escape') {
      event.preventDefault(); // the browser would clear the text first
      this.close();
    }
    const rows = this.found || [];
    const step = {ArrowDown: 1, ArrowUp: -1}[event.key];
    if (step && rows.length) {
      event.preventDefault();
      this.at = (this.at + step + rows.length) % rows.length;
    }
  }

  async submit(event) {
    event.preventDefault();
    clearTimeout(this.timer);
    if (this.searched !== this.text && this.text) {
      this.running?.abort();
      await this.search();
    }
    if (this.found?.[this.at]) this.open(this.found[this.at]);
  }

  async open(row) {
    const address = addressOf(row);
    await this.close();
    location.hash = address;
  }

  body() {
    const rows = this.found;
    return html`
      <form role="search" class="palette" @submit=${this.submit}>
        <h2 id="dialog-title" class="hidden">Search</h2>
        <label class="hidden" for="search-text">Search ids, objects, URLs and event types</label>
        <input
          id="search-text"
          type="search"
          role="combobox"
          aria-expanded=${rows?.length ? 'true' : 'false'}
          aria-controls="search-results"
          aria-activedescendant=${rows?.length ? 'search-' + this.at : nothing}
          autocomplete="off"
          spellcheck="false"
          placeholder="Id, object, URL or event type"
          @input=${this.type}
          @keydown=${this.key}
        />
        ${this.failure ? problem(this.failure) : ''}
        <ul id="search-results" role="listbox" aria-label="Results">
          ${(rows || []).map(
            (row, i) => html`
              <li
                id="search-${i}"
                role="option"
                aria-selected=${i === this.at ? 'true' : 'false'}
                @click=${() => this.open(row)}
                @pointermove=${() => (this.at = i)}
              >
                ${icon(signOf(row), 14)}
                <span class="grow">
                  <span class="break">${row.title}</span>
                  <span class="muted small break">${row.detail || ''}</span>
                </span>
                <span class="muted small">${row.kind}</span>
              </li>
            `,
          )}
        </ul>
        <p class="muted small" role="status">${this.status(rows)}</p>
      </form>
    `;
  }

  status(rows) {
    if (!this.text) return 'For example msg_…, ep_…, an event id, an object such as task-17, a part of a URL, or TASK.UPDATE.';
    if (this.searched !== this.text) return 'Searching…';
    return rows?.length ? '↑ ↓ and Enter open a result.' : `Nothing found for customer ${session.customer}.`;
  }
}
customElements.define('ph-search', Search);

const addressOf = row => link(row.path, row.query, row.customer);

/** The customers whose ids contain a text, for a key that covers all. */
function customersWith(text) {
  if (!seesAllCustomers()) return [];
  return session.who.customers
    .filter(id => id.toLowerCase().includes(text.toLowerCase()))
    .slice(0, 3)
    .map(id => ({kind: 'Customer', title: id, detail: 'overview', path: '/', customer: id}));
}

function signOf(row) {
  return (
    {
      Message: 'messages',
      Messages: 'messages',
      Job: 'replay',
      Endpoint: 'endpoints',
      Endpoints: 'endpoints',
      Subscription: 'subscriptions',
      Subscriptions: 'subscriptions',
      Customer: 'customers',
      Key: 'keys',
    }[row.kind] || 'events'
  );
}
