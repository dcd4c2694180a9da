import {get, query} from '../api.js';

/** A paged list: the `rows` loaded so far, and a way to load more. */
export class Paged {
  constructor(host, path, limit) {
    this.host = host;
    this.path = path;
    this.limit = limit;
    this.extra = [];
  }

  /** Reloads the first page and drops the others. */
  async load(filters, options) {
    const key = JSON.stringify(filters);
    if (key !== this.key) this.extra = [];
    this.key = key;
    this.filters = filters;
    const answer = await get(query(this.path, {...filters, limit: this.limit}), options);
    this.first = answer.data;
    if (!this.extra.length) this.next = answer.nextCursor;
    return this;
  }

  get rows() {
    const seen = new Set(this.first.map(row => row.id));
    return [...this.first, ...this.extra.filter(row => !seen.has(row.id))];
  }

  show = async () => {
    this.busy = true;
    this.host.requestUpdate();
    try {
      const answer = await get(query(this.path, {...this.filters, limit: this.limit, cursor: this.next}));
      this.extra = [...this.extra, ...answer.data];
      this.next = answer.nextCursor;
    } finally {
      this.busy = false;
      this.host.requestUpdate();
    }
  };
}
