import {LitElement, html} from '../lib.js';
import {live} from '../live.js';
import {problem, skeleton} from './states.js';

/**
 * A page: loads its data, shows errors, and reloads on change notices.
 * A page that is shown again keeps its old data until the new data arrives, so that nothing jumps.
 */
export class Page extends LitElement {
  static properties = {params: {}, query: {}, data: {state: true}, failure: {state: true}};

  /** Shortest time between reloads on change notices; 0 for never. */
  every = 2_000;

  /** Reload interval for changes without a notice; 0 for never. */
  poll = 0;

  constructor() {
    super();
    this.params = {};
    this.query = {};
    this.onNotice = event => this.notice(event.detail);
    this.onVisible = () => this.every && this.again();
  }

  createRenderRoot() {
    return this;
  }

  connectedCallback() {
    super.connectedCallback();
    live.addEventListener('change', this.onNotice);
    document.addEventListener('visibilitychange', this.onVisible);
    if (this.poll) this.clock = setInterval(() => this.again(), this.poll);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    live.removeEventListener('change', this.onNotice);
    clearTimeout(this.timer);
    clearInterval(this.clock);
    document.removeEventListener('visibilitychange', this.onVisible);
    this.loading?.abort();
    this.loading = null;
  }

  willUpdate(changed) {
    if (changed.has('params') || changed.has('query')) {
      if (changed.get('params') && JSON.stringify(changed.get('params')) !== JSON.stringify(this.params))
        this.data = undefined;
      this.refresh();
    }
  }

  /** Returns whether a notice concerns this page. */
  concerned() {
    return true;
  }

  notice(detail) {
    if (!this.every || this.timer || !(detail.all || this.concerned(detail))) return;
    const wait = Math.max(0, this.every - (Date.now() - (this.loadedAt || 0)));
    this.timer = setTimeout(() => {
      this.timer = null;
      this.again();
    }, wait);
  }

  /** Reloads, unless the tab is hidden or a load is in progress. */
  again() {
    if (!this.isConnected || document.hidden || !this.concerned({endpoints: [], moreEndpoints: true})) return;
    if (this.busy) this.late = true;
    else this.refresh();
  }

  async refresh() {
    this.loading?.abort();
    const own = new AbortController();
    this.loading = own;
    this.loadedAt = Date.now();
    this.busy = true;
    try {
      const data = await this.load({signal: own.signal});
      if (this.loading === own) {
        this.data = data;
        this.failure = null;
        this.requestUpdate(); // a list that grew is still the same object
      }
    } catch (e) {
      if (e.name === 'AbortError' || this.loading !== own) return;
      if (e.status === undefined) throw e;
      this.failure = e;
      if (e.status === 0) setTimeout(() => this.isConnected && this.refresh(), 3_000);
    } finally {
      if (this.loading === own) {
        this.busy = false;
        if (this.late) this.notice({all: true});
        this.late = false;
      }
    }
  }

  render() {
    if (this.failure && !this.data)
      return html`
        ${this.title()}${problem(this.failure)}
      `;
    if (!this.data)
      return html`
        ${this.title()}${skeleton()}
      `;
    return html`
      ${this.failure ? problem(this.failure) : ''}${this.view(this.data)}
    `;
  }

  /** The page head while the data loads. */
  title() {
    return '';
  }
}
