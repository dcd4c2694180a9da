import {get, query} from '../api.js';

/** The most pages that one click reads: a page of the API may be short or empty and still not be the last. */
const MOST_PAGES = 20;

/** A paged list: the `rows` loaded so far, and a way to load more. */
export class Paged {
  /**
   * A list; `*` as customer shows all customers to a key that covers them. `key` is the field that
   * identifies a row.
   */
  constructor(host, path, limit, customer, key = 'id') {
    this.host = host;
    this.path = path;
    this.limit = limit;
    this.customer = customer;
    this.key = key;
    this.restart();
  }

  /** Forgets the pages after the first; `further` says whether the user has asked for any. */
  restart() {
    this.extra = [];
    this.further = false;
  }

  /** Reloads the first page; other filters drop the others. */
  async load(filters, options) {
    const question = JSON.stringify(filters);
    if (question !== this.question) this.restart();
    this.question = question;
    this.filters = filters;
    const response = await this.read(undefined, options);
    this.first = response.data;
    if (!this.further) this.next = response.nextCursor;
    return this;
  }

  get rows() {
    const seen = new Set(this.first.map(row => row[this.key]));
    return [...this.first, ...this.extra.filter(row => !seen.has(row[this.key]))];
  }

  /** Reads on. Pages without rows count too: the next click begins behind them. */
  show = async () => {
    const {question} = this;
    this.busy = true;
    this.host.requestUpdate();
    try {
      const response = await this.read(this.next);
      if (question !== this.question) return; // the filters changed meanwhile
      this.further = true;
      this.extra = [...this.extra, ...response.data];
      this.next = response.nextCursor;
    } finally {
      this.busy = false;
      this.host.requestUpdate();
    }
  };

  /** Reads on until there are enough rows for a page, the list ends, or it has read many pages. */
  async read(cursor, options) {
    const data = [];
    let next = cursor;
    try {
      for (let pages = 1; ; pages++) {
        const limit = this.limit - data.length;
        const response = await get(query(this.path, {...this.filters, limit, cursor: next}), {
          ...options,
          customer: this.customer,
        });
        data.push(...response.data);
        next = response.nextCursor;
        if (!next || data.length >= this.limit || pages === MOST_PAGES) return {data, nextCursor: next};
        this.searching = true;
        this.host.requestUpdate();
      }
    } finally {
      this.searching = false;
    }
  }
}
