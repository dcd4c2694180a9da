/** A page of a list. */
export interface Page<T> {
  data: T[];
  /** The cursor of the next page; null on the last one. */
  nextCursor: string | null;
  /** Nodes of a cluster that could not be reached, as `host:port`. */
  incomplete?: string[];
}

/**
 * A list that reads page by page while it is iterated. Each iteration starts with the first page.
 *
 * ```ts
 * for await (const message of posthorn.messages.list({ status: "dropped" })) { ... }
 * ```
 */
export class PagedList<T> implements AsyncIterable<T> {
  readonly #read: (cursor: string | undefined) => Promise<Page<T>>;

  constructor(read: (cursor: string | undefined) => Promise<Page<T>>) {
    this.#read = read;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    for await (const page of this.pages()) {
      yield* page.data;
    }
  }

  /** The pages. A page may be empty and still be followed by others. */
  async *pages(): AsyncGenerator<Page<T>, void, undefined> {
    let cursor: string | undefined;
    do {
      const page = await this.#read(cursor);
      yield page;
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
  }

  /** The first entries, all of them by default, as an array. */
  async toArray(most = Infinity): Promise<T[]> {
    const entries: T[] = [];
    if (most > 0) {
      for await (const entry of this) {
        if (entries.push(entry) >= most) {
          break;
        }
      }
    }
    return entries;
  }
}
