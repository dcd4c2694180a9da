package io.posthorn.app;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A list of the API, read page by page. A page may be empty and have another behind it. */
final class ApiPages {
  /** The most that the API gives at once. */
  private static final int PAGE = 1_000;

  private final ApiClient api;
  private final Supplier<ApiPath> path;

  /**
   * Reads a list.
   *
   * @param path makes the path of the list with its filters; page and limit are added here
   */
  ApiPages(ApiClient api, Supplier<ApiPath> path) {
    this.api = api;
    this.path = path;
  }

  ApiReply page(int limit, @Nullable String cursor) throws ApiException, InterruptedException {
    return api.get(path.get().with("limit", Math.min(limit, PAGE)).with("cursor", cursor));
  }

  /** The cursor of the page behind one, or null. */
  static @Nullable String next(ApiReply page) {
    String cursor = page.object().text("nextCursor");
    return cursor.isEmpty() ? null : cursor;
  }

  /** As many pages as it takes for so many entries, or all. */
  List<ApiReply> upTo(int entries) throws ApiException, InterruptedException {
    List<ApiReply> pages = new ArrayList<>();
    int left = entries;
    String cursor = null;
    do {
      ApiReply page = page(left, cursor);
      pages.add(page);
      left -= page.object().objects("data").size();
      cursor = next(page);
    } while (cursor != null && left > 0);
    return pages;
  }
}
