package io.posthorn.app;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Tells which messages have changed since the last look.
 *
 * <p>The API lists messages and not what happened to them, so each look reads from the newest back
 * to the oldest that had not ended: over a few pages at most, for an outage leaves many of those.
 */
final class Follower {
  private static final int PAGE = 200;
  private static final int PAGES = 5;
  private static final int REMEMBERED = 10_000;

  private final ApiPages pages;
  private final LinkedHashMap<String, Seen> seen = new LinkedHashMap<>();
  private boolean looked;

  Follower(ApiPages pages) {
    this.pages = pages;
  }

  /** How a message was when it was last looked at. */
  private record Seen(String status, String waitsFor, long attempts) {
    static Seen of(ApiObject message) {
      return new Seen(
          message.text("status"), message.text("waitsFor"), message.number("attemptCount"));
    }

    boolean open() {
      return status.equals("waiting") || status.equals("inFlight");
    }
  }

  /**
   * A message that is new or not as it was.
   *
   * @param attempts how many attempts it had before
   */
  record Changed(ApiObject message, long attempts, boolean isNew) {}

  /** What has changed, the oldest first. The first look only learns what is there. */
  List<Changed> look() throws ApiException, InterruptedException {
    Set<String> missing = open();
    List<Changed> changed = new ArrayList<>();
    boolean metKnown = seen.isEmpty() && !looked;
    String cursor = null;
    for (int i = 0; i < PAGES; i++) {
      ApiReply page = pages.page(PAGE, cursor);
      for (ApiObject message : page.object().objects("data")) {
        metKnown |= seen.containsKey(message.text("id"));
        missing.remove(message.text("id"));
        note(message, changed);
      }
      cursor = ApiPages.next(page);
      if (cursor == null || (metKnown && missing.isEmpty())) {
        break;
      }
    }
    boolean first = !looked;
    looked = true;
    forgetOldest();
    return first ? List.of() : changed.reversed();
  }

  private Set<String> open() {
    Set<String> open = new HashSet<>();
    seen.forEach(
        (id, was) -> {
          if (was.open()) {
            open.add(id);
          }
        });
    return open;
  }

  private void note(ApiObject message, List<Changed> changed) {
    Seen now = Seen.of(message);
    @Nullable Seen was = seen.put(message.text("id"), now);
    if (!now.equals(was)) {
      changed.add(new Changed(message, was == null ? 0 : was.attempts(), was == null));
    }
  }

  private void forgetOldest() {
    while (seen.size() > REMEMBERED) {
      seen.pollFirstEntry();
    }
  }
}
