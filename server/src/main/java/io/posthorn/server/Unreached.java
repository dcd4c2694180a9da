package io.posthorn.server;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.ConcurrentSkipListSet;

/**
 * The nodes that could not be asked while something was read: a list that is the poorer for it says
 * so, and what would be wrong without them is refused. For any thread.
 */
public final class Unreached {
  /** A node that is gone is taken over from within seconds. */
  private static final Duration SOON = Duration.ofSeconds(2);

  private final ConcurrentSkipListSet<String> nodes = new ConcurrentSkipListSet<>();

  /** Notes a node, by its host and port. */
  public void add(String node) {
    nodes.add(node);
  }

  public boolean isEmpty() {
    return nodes.isEmpty();
  }

  /** Their addresses, in their order. */
  public List<String> nodes() {
    return List.copyOf(nodes);
  }

  /** Why what was asked cannot be answered without them. */
  public IntakeRefusedException refusal() {
    return new IntakeRefusedException(
        503,
        "What was asked for is on %s, which cannot be reached now: try again."
            .formatted(String.join(", ", nodes)),
        SOON);
  }
}
