package io.posthorn.server.workfront;

import io.posthorn.server.http.Call;
import io.posthorn.server.http.Problem;

/**
 * A page by its number, counted from 1. New subscriptions come last, so what was seen on a page
 * stays there while others are made.
 *
 * @param total how many entries all pages have together
 */
record NumberedPage(int number, int limit, int total) {
  static NumberedPage of(Call call, int total) {
    String text = call.query("page").orElse("1");
    try {
      int number = Integer.parseInt(text);
      if (number >= 1) {
        return new NumberedPage(number, call.limit(), total);
      }
    } catch (NumberFormatException e) {
      // Told below, like a number that is out of range.
    }
    throw Problem.badField("page", "page must be a number of at least 1.").asException();
  }

  /** How many pages there are; none where there is nothing to show. */
  int count() {
    return (total + limit - 1) / limit;
  }

  /** Its first entry; a page behind the last is empty. */
  int from() {
    return (int) Math.min(total, (number - 1L) * limit);
  }

  int to() {
    return (int) Math.min(total, (long) number * limit);
  }
}
