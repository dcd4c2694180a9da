package io.posthorn.server.workfront;

import io.posthorn.server.http.Call;

/**
 * A page by number, counted from 1. New subscriptions come last, so earlier pages stay stable.
 *
 * @param total the number of entries on all pages
 */
record NumberedPage(int number, int limit, int total) {
  static NumberedPage of(Call call, int total) {
    int number = call.number("page", 1, Integer.MAX_VALUE, 1);
    return new NumberedPage(number, call.limit(), total);
  }

  /** Returns the number of pages; 0 without entries. */
  int count() {
    return (total + limit - 1) / limit;
  }

  /** Returns the index of the first entry; a page after the last one is empty. */
  int from() {
    return (int) Math.min(total, (number - 1L) * limit);
  }

  int to() {
    return (int) Math.min(total, (long) number * limit);
  }
}
