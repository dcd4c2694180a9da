package io.posthorn.cli.messages;

import io.posthorn.client.PagedList;
import io.posthorn.client.ResultPage;
import io.posthorn.client.model.MessageSummary;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A poller that finds the messages which have changed since its last poll.
 *
 * <p>The API lists messages, not their changes. So each poll reads from the newest message back to
 * one that is known, however many pages that takes, and then looks for the open ones among the
 * older ones. An outage leaves many of these, so a poll reads a few pages of them and the next poll
 * continues there.
 */
final class MessageFollower {
  private static final int PAGE = 200;

  /** The pages that a poll reads if nothing stops it earlier. */
  private static final int PAGES = 5;

  private static final int REMEMBERED = 10_000;

  private final PagedList<MessageSummary> messages;
  private final LinkedHashMap<String, Seen> seen = new LinkedHashMap<>();

  /** The open messages that the walk over the older ones has not met yet. */
  private final Set<String> sought = new HashSet<>();

  private @Nullable Iterator<ResultPage<MessageSummary>> older;
  private boolean polled;

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
  List<Changed> poll() {
    Set<String> open = open();
    boolean knewNone = seen.isEmpty();
    boolean first = !polled;
    polled = true;
    List<Changed> changed = new ArrayList<>();
    Iterator<ResultPage<MessageSummary>> pages = messages.pages().iterator();
    boolean metKnown = false;
    for (int read = 1; !metKnown && pages.hasNext(); read++) {
      List<MessageSummary> page = pages.next().data();
      metKnown = page.stream().anyMatch(message -> seen.containsKey(message.id()));
      note(page, open, changed);
      if ((first && !page.isEmpty()) || (knewNone && read == PAGES)) {
        break;
      }
    }
    if (metKnown && !open.isEmpty()) {
      pollOlder(pages, open, changed);
    }
    forgetOldest();
    return first ? List.of() : changed.reversed();
  }

  /** Continues the walk over the older messages, or begins it behind the newest ones. */
  private void pollOlder(
      Iterator<ResultPage<MessageSummary>> behindNewest, Set<String> open, List<Changed> changed) {
    Iterator<ResultPage<MessageSummary>> pages = older;
    if (pages == null) {
      pages = behindNewest;
      sought.clear();
      sought.addAll(open);
    }
    for (int read = 0; read < PAGES && pages.hasNext() && !sought.isEmpty(); read++) {
      note(pages.next().data(), open, changed);
    }
    boolean ended = !pages.hasNext();
    if (ended) {
      seen.keySet().removeAll(sought); // the server no longer has them
    }
    older = ended || sought.isEmpty() ? null : pages;
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

  private void note(List<MessageSummary> page, Set<String> open, List<Changed> changed) {
    for (MessageSummary message : page) {
      open.remove(message.id());
      sought.remove(message.id());
      note(message, changed);
    }
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
