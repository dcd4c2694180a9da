package io.posthorn.core.shard.state;

import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The hosts at which customers wait without an offer, and which of them may have free capacity. */
final class WaitingHosts {
  private final LinkedHashSet<Host> waiting = new LinkedHashSet<>();

  /** Those to examine, because something about them has changed. */
  private final LinkedHashSet<Host> changed = new LinkedHashSet<>();

  /** Notes that the capacity of a host, or who waits at it, has changed. */
  void changed(Host host) {
    if (host.hasWaiting()) {
      waiting.add(host);
      changed.add(host);
    } else {
      waiting.remove(host);
      changed.remove(host);
    }
  }

  Set<Host> all() {
    return Collections.unmodifiableSet(waiting);
  }

  /** Takes the next host to examine; null if there is none. */
  @Nullable Host takeChanged() {
    return changed.isEmpty() ? null : changed.removeFirst();
  }

  /** A host has been examined, and its changes meanwhile with it. */
  void examined(Host host) {
    changed.remove(host);
  }
}
