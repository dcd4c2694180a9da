import {LitElement, html} from '../lib.js';
import {live} from '../live.js';
import {problem, skeleton} from './states.js';

/**
 * A page: loads what it shows, says so when it cannot, and loads again when something has changed.
 * A page that is shown again keeps what it had until the new is there, so that nothing jumps.
 */
export class Page extends LitElement {
  static properties = {params: {}, query: {}, data: {state: true}, failure: {state: true}};

  /** How often it loads again while things change; 0 for never. */
  every = 2_000;

  constructor() {
    super();
    this.params = {};
    this.query = {};
    this.heard = event => this.notice(event.detail);
  }

  createRenderRoot() {
    return this;
  }

  connectedCallback() {
    super.connectedCallback();
    live.addEventListener('change', this.heard);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    live.removeEventListener('change', this.heard);
    clearTimeout(this.timer);
    this.loading?.abort();
    this.loading = null;
  }

  willUpdate(changed) {
    if (changed.has('params') || changed.has('query')) {
      if (changed.get('params') && JSON.stringify(changed.get('params')) !== JSON.stringify(this.params)) this.data = undefined;
      this.refresh();
    }
  }

  /** Whether a notice concerns this page. */
  concerned() {
    return true;
  }

  notice(detail) {
    if (!this.every || this.timer || !(detail.all || this.concerned(detail))) return;
    const wait = Math.max(0, this.every - (Date.now() - (this.loadedAt || 0)));
    this.timer = setTimeout(() => {
      this.timer = null;
      if (this.isConnected && !document.hidden) this.refresh();
    }, wait);
  }

  async refresh() {
    this.loading?.abort();
    const own = new AbortController();
    this.loading = own;
    this.loadedAt = Date.now();
    try {
      const data = await this.load({signal: own.signal});
      if (this.loading === own) {
        this.data = data;
        this.failure = null;
        this.requestUpdate(); // a list that has grown is still the same list
      }
    } catch (e) {
      if (e.name === 'AbortError' || this.loading !== own) return;
      if (e.status === undefined) throw e;
      this.failure = e;
      if (e.status === 0) setTimeout(() => this.isConnected && this.refresh(), 3_000);
    }
  }

  render() {
    if (this.failure && !this.data) return html`${this.title()}${problem(this.failure)}`;
    if (!this.data) return html`${this.title()}${skeleton()}`;
    return html`${this.failure ? problem(this.failure) : ''}${this.view(this.data)}`;
  }

  /** What stands above while nothing is loaded yet. */
  title() {
    return '';
  }
}
