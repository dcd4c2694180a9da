package io.posthorn.cli.messages;

import io.posthorn.client.PagedList;
import io.posthorn.client.ResultPage;
import io.posthorn.client.model.MessageSummary;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Polls the API for messages that have changed since the last poll.
 *
 * <p>The API lists messages, not their changes, so each poll reads from the newest message back to
 * the oldest open one, over a few pages at most: an outage leaves many messages open.
 */
final class MessageFollower {
  private static final int PAGE = 200;
  private static final int PAGES = 5;
  private static final int REMEMBERED = 10_000;

  private final PagedList<MessageSummary> messages;
  private final LinkedHashMap<String, Seen> seen = new LinkedHashMap<>();
  private boolean looked;

  MessageFollower(PagedList<MessageSummary> messages) {
    this.messages = messages.pageSize(PAGE);
  }

  /** The state of a message at the last poll. */
  private record Seen(String status, @Nullable String waitsFor, long attempts) {
    static Seen of(MessageSummary message) {
      return new Seen(message.statusName(), message.waitsForName(), message.attemptCount());
    }

    boolean open() {
      return status.equals("waiting") || status.equals("inFlight");
    }
  }

  /**
   * A message that is new or has changed.
   *
   * @param attempts how many attempts it had before
   */
  record Changed(MessageSummary message, long attempts, boolean isNew) {}

  /** Returns the changes, oldest first. The first poll only records the present state. */
  List<Changed> look() {
    Set<String> missing = open();
    List<Changed> changed = new ArrayList<>();
    boolean metKnown = seen.isEmpty() && !looked;
    int read = 0;
    for (ResultPage<MessageSummary> page : messages.pages()) {
      for (MessageSummary message : page.data()) {
        metKnown |= seen.containsKey(message.id());
        missing.remove(message.id());
        note(message, changed);
      }
      if (++read == PAGES || (metKnown && missing.isEmpty())) {
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

  private void note(MessageSummary message, List<Changed> changed) {
    Seen now = Seen.of(message);
    @Nullable Seen was = seen.put(message.id(), now);
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
