import {LitElement, html, nothing} from './lib.js';
import {events, get, mayAdminister, mayManage, post, remove, seesAllCustomers, session} from './api.js';
import {current, isOfCustomer, link} from './router.js';
import {live, liveState, startLive, stopLive} from './live.js';
import {icon} from './parts/icon.js';
import {empty} from './parts/states.js';
import {confirm, open} from './parts/dialog.js';
import {showToast} from './parts/toast.js';
import {timeZone} from './times.js';
import './parts/login.js';
import './parts/time.js';
import './parts/copy.js';

const LOGO = new URL('./icon.svg', import.meta.url).href;
const MAIN = [
  ['/', 'overview', 'Overview'],
  ['/endpoints', 'endpoints', 'Endpoints'],
  ['/messages', 'messages', 'Messages'],
  ['/subscriptions', 'subscriptions', 'Subscriptions'],
];
const REST = [['/events', 'events', 'Events']];
const ADMIN = [
  ['/keys', 'keys', 'Keys'],
  ['/audit', 'audit', 'Audit'],
];
const PAUSE_POLL = 10_000;
const LIVE = {
  live: ['on', 'Live'],
  connecting: ['', 'Connecting'],
  reconnecting: ['off', 'Not live: reconnecting'],
};

/** The application shell: navigation, session and live status. */
class PosthornConsole extends LitElement {
  static properties = {
    ready: {state: true},
    menu: {state: true},
    here: {state: true},
    page: {state: true},
    missing: {state: true},
    delivery: {state: true},
  };

  createRenderRoot() {
    return this;
  }

  async connectedCallback() {
    super.connectedCallback();
    addEventListener('hashchange', () => this.show());
    events.addEventListener('logged-out', () => this.leave());
    events.addEventListener('delivery', () => this.readDelivery());
    live.addEventListener('state', () => this.requestUpdate());
    addEventListener('keydown', e => this.key(e));
    setInterval(() => document.hidden || this.readDelivery(), PAUSE_POLL);
    const who = await get('/console/session').catch(() => null);
    if (who) this.enter(who);
    else this.ready = true;
  }

  key(event) {
    if (event.key === 'Escape' && this.menu) this.menu = false;
    if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && session.who) {
      event.preventDefault();
      this.search();
    }
  }

  async search() {
    this.menu = false;
    await import('./parts/search.js');
    if (!document.querySelector('ph-search')) open('ph-search', {});
  }

  enter(who) {
    session.who = who;
    const remembered = localStorage.getItem('posthorn-customer');
    session.customer = [remembered, 'default', who.customers[0]].find(c => who.customers.includes(c));
    this.ready = true;
    const {customer} = current();
    this.follow(customer && this.covers(customer) ? customer : session.customer);
    this.show();
  }

  /** Makes a customer the current one; the console shows its data and its changes from now on. */
  follow(customer) {
    session.customer = customer;
    localStorage.setItem('posthorn-customer', customer);
    this.delivery = null;
    startLive();
    this.readDelivery();
  }

  /** Returns whether the key may cover a customer; the list of customers may be incomplete. */
  covers(customer) {
    const {key, customers} = session.who;
    return customers.includes(customer) || (key.customerId === '*' && customers.length >= 1000);
  }

  /** A pause stops all delivery, so every page says so; without a customer too. */
  async readDelivery() {
    const {customer} = session;
    if (!session.who) return;
    const delivery = await (customer
      ? get(`/customers/${encodeURIComponent(customer)}/delivery`)
      : get('/delivery').then(({paused}) => ({paused: false, pausedForAll: paused}))
    ).catch(() => null);
    if (delivery && session.customer === customer) this.delivery = delivery;
  }

  leave() {
    stopLive();
    session.who = null;
    this.page = null;
    this.here = null;
    this.requestUpdate();
  }

  async logOut() {
    await remove('/console/session').catch(() => null);
    this.leave();
  }

  async show() {
    if (!session.who) return;
    const here = current();
    if (here.customer === null && isOfCustomer(here.path)) {
      here.customer = session.customer;
      history.replaceState(history.state, '', link(here.path, here.query));
    }
    if (here.customer && here.customer !== session.customer && this.covers(here.customer)) this.follow(here.customer);
    const moved = this.here?.path !== here.path || this.here?.customer !== here.customer;
    this.here = here;
    this.menu = false;
    if (!here.route || (here.customer && !this.covers(here.customer))) {
      this.page = null;
      return;
    }
    document.title = [here.route.title, here.customer, 'Posthorn'].filter(Boolean).join(' · ');
    const tag = 'ph-' + here.route.page;
    const loaded = await import('./pages/' + here.route.page + '.js').then(
      () => true,
      () => false,
    );
    if (this.here !== here || !session.who) return;
    this.missing = !loaded;
    if (this.missing) return;
    const page = moved || !this.page ? document.createElement(tag) : this.page;
    page.params = here.params;
    page.query = here.query;
    this.page = page;
    if (moved) {
      scrollTo(0, 0);
      await this.updateComplete;
      if (this.shownBefore) this.querySelector('main').focus();
      this.shownBefore = true;
    }
  }

  /** Goes to the same list of another customer, or to its overview. */
  choose(customer) {
    const [, list] = /^(\/[a-z]+)/.exec(current().path) || [];
    location.hash = link(list && isOfCustomer(list) ? list : '/', {}, customer);
  }

  toggleTheme() {
    const dark = matchMedia('(prefers-color-scheme: dark)').matches;
    const now = document.documentElement.dataset.theme || (dark ? 'dark' : 'light');
    const next = now === 'dark' ? 'light' : 'dark';
    document.documentElement.dataset.theme = next;
    localStorage.setItem('posthorn-theme', next);
  }

  render() {
    if (!this.ready) return '';
    if (!session.who)
      return html`
        <ph-login .logo=${LOGO} @entered=${e => this.enter(e.detail)}></ph-login>
      `;
    return html`
      <a
        class="skip"
        href="#main"
        @click=${e => {
          e.preventDefault();
          this.querySelector('main').focus();
        }}
      >
        Skip to content
      </a>
      <div class="shell">
        <header class="top">
          <a class="brand" href=${link('/')}>
            <img src=${LOGO} alt="" />
            Posthorn
          </a>
          ${this.searchButton('')}${this.liveness()}
        </header>
        <div class="side ${this.menu ? 'open' : ''}" id="menu">
          <a class="brand" href=${link('/')}>
            <img src=${LOGO} alt="" />
            Posthorn
          </a>
          ${this.searchButton('Search')}
          <nav aria-label="Pages">
            ${this.links(MAIN)}${this.links(REST)}
            <hr />
            ${seesAllCustomers() ? this.links([['/customers', 'customers', 'Customers']]) : ''}
            ${mayAdminister() ? this.links(ADMIN) : ''}${this.links([['/settings', 'settings', 'Settings']])}
            <a href="/docs">${icon('reference')}API reference</a>
          </nav>
          ${this.footer()}
        </div>
        <main class="content" id="main" tabindex="-1">
          ${this.banner()}${this.content()}
          <p class="zone below muted">Times: ${timeZone()}</p>
        </main>
        <nav class="tabs" aria-label="Pages">
          ${this.links(MAIN)}
          <button
            type="button"
            aria-expanded=${this.menu ? 'true' : 'false'}
            aria-controls="menu"
            @click=${() => (this.menu = !this.menu)}
          >
            ${icon('more')}More
          </button>
        </nav>
      </div>
    `;
  }

  searchButton(word) {
    return html`
      <button type="button" class="find" aria-label="Search everything" aria-keyshortcuts="Control+K" @click=${this.search}>
        ${icon('search')}
        ${
          word
            ? html`
                <span class="grow">${word}</span>
                <kbd>Ctrl K</kbd>
              `
            : ''
        }
      </button>
    `;
  }

  content() {
    const {customer} = this.here || {};
    if (customer && !this.covers(customer))
      return empty(
        'warn',
        `No access to customer ${customer}`,
        'The customer does not exist, or your key does not cover it.',
        html`
          <a href=${link('/')}>Go to ${session.customer}</a>
        `,
      );
    if (this.here && !this.here.route)
      return empty(
        'warn',
        'Page not found',
        'Check the address.',
        html`
          <a href=${link('/')}>Go to the overview</a>
        `,
      );
    if (this.missing)
      return empty(
        'warn',
        'This page could not be loaded',
        'The server is restarting, or was updated after you opened the console.',
        html`
          <button type="button" @click=${() => location.reload()}>Reload the console</button>
        `,
      );
    return this.page || '';
  }

  links(list) {
    const nav = this.here?.route?.nav;
    return list.map(
      ([path, name, word]) => html`
        <a href=${link(path)} aria-current=${nav === name ? 'page' : nothing}>${icon(name)}${word}</a>
      `,
    );
  }

  liveness() {
    const [cls, word] = LIVE[liveState()];
    return html`
      <span class="live ${cls}" role="status">
        <i></i>
        ${word}
      </span>
    `;
  }

  banner() {
    return html`
      ${this.pauseBanner()}
      ${
        session.who.development
          ? html`
              <div class="banner">
                ${icon('warn')}
                <strong>Development</strong>
                <span class="grow">Plain http and loopback targets are allowed. Not for production.</span>
              </div>
            `
          : ''
      }
    `;
  }

  pauseBanner() {
    const {paused, pausedForAll} = this.delivery || {};
    return html`
      ${pausedForAll ? this.paused('all customers', '/delivery', mayAdminister() && seesAllCustomers()) : ''}
      ${paused ? this.paused(session.customer, `/customers/${encodeURIComponent(session.customer)}/delivery`, mayManage()) : ''}
    `;
  }

  paused(whose, path, mayResume) {
    return html`
      <div class="banner bad" role="alert">
        ${icon('pause')}
        <strong>Delivery is paused for ${whose}</strong>
        <span class="grow">No requests are sent. New events are accepted and their messages held.</span>
        ${
          mayResume
            ? html`
                <button type="button" class="small" @click=${() => this.resume(whose, path)}>Resume…</button>
              `
            : html`
                <span>An admin can resume it.</span>
              `
        }
      </div>
    `;
  }

  resume(whose, path) {
    confirm({
      title: `Resume delivery for ${whose}?`,
      action: 'Resume delivery',
      text: 'Sends due messages, within the in-flight limits, which restart at 1.',
      run: async () => {
        await post(path + '/resume');
        showToast('Delivery resumed');
        events.dispatchEvent(new Event('delivery'));
        if (this.page?.refresh) this.page.refresh();
      },
    });
  }

  footer() {
    const {key, customers, version} = session.who;
    return html`
      <footer>
        ${
          customers.length > 1
            ? html`
                <label for="customer">
                  Customer
                  <select id="customer" @change=${e => this.choose(e.target.value)}>
                    ${customers.map(
                      c => html`
                        <option .selected=${c === session.customer}>${c}</option>
                      `,
                    )}
                  </select>
                </label>
              `
            : ''
        }
        <p class="zone muted">Times: ${timeZone()}</p>
        <div class="row">
          ${this.liveness()}
          <span class="grow"></span>
          <button
            type="button"
            class="plain"
            aria-label="Switch between light and dark"
            title="Light or dark"
            @click=${this.toggleTheme}
          >
            ${icon('moon')}
          </button>
        </div>
        <div class="who">
          <span class="grow break">
            ${key.name}
            <br />
            <span class="muted">
              ${key.role}${key.customerId === '*' ? '' : ' of ' + key.customerId} · ${version}
            </span>
          </span>
          <button
            type="button"
            class="plain"
            aria-label="Log out"
            title="Log out"
            @click=${() => confirm({title: 'Log out?', text: 'You can log in again with your key.', action: 'Log out', run: () => this.logOut()})}
          >
            ${icon('exit')}
          </button>
        </div>
      </footer>
    `;
  }
}
customElements.define('posthorn-console', PosthornConsole);
