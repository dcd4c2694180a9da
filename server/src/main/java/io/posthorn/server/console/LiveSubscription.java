package io.posthorn.server.console;

import io.posthorn.core.endpoint.EndpointId;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The changes for one live stream since its last notice. It keeps counts and a bounded set of ids,
 * so a slow reader costs no more memory than a fast one.
 */
final class LiveSubscription {
  /** With more changed endpoints than this, a page reloads all of them. */
  private static final int MOST_ENDPOINTS = 50;

  private final String customerId;
  private long delivered;
  private long failed;
  private long ended;
  private boolean moreEndpoints;
  private Set<EndpointId> endpoints = new LinkedHashSet<>();
  private Map<EndpointId, String> changes = new LinkedHashMap<>();
  private boolean changed;
  private boolean closed;

  LiveSubscription(String customerId) {
    this.customerId = customerId;
  }

  /**
   * The changes since the last notice.
   *
   * @param moreEndpoints whether more endpoints changed than {@code endpoints} lists
   * @param changes endpoints with a changed state, and the new state
   */
  record Notice(
      long delivered,
      long failed,
      long ended,
      Set<EndpointId> endpoints,
      boolean moreEndpoints,
      Map<EndpointId, String> changes) {}

  String customerId() {
    return customerId;
  }

  synchronized void attempt(EndpointId endpoint, boolean success) {
    if (success) {
      delivered++;
    } else {
      failed++;
    }
    touched(endpoint);
  }

  synchronized void ended(EndpointId endpoint) {
    ended++;
    touched(endpoint);
  }

  synchronized void changed(EndpointId endpoint, String change) {
    if (changes.size() < MOST_ENDPOINTS) {
      changes.put(endpoint, change);
    }
    touched(endpoint);
  }

  private void touched(EndpointId endpoint) {
    if (endpoints.size() < MOST_ENDPOINTS) {
      endpoints.add(endpoint);
    } else if (!endpoints.contains(endpoint)) {
      moreEndpoints = true;
    }
    changed = true;
    notifyAll();
  }

  synchronized void close() {
    closed = true;
    notifyAll();
  }

  synchronized boolean isClosed() {
    return closed;
  }

  /** Waits for changes up to a timeout; null if there were none or the feed was closed. */
  @SuppressWarnings("WaitNotInLoop") // a spurious wake-up only causes one more heartbeat
  synchronized @Nullable Notice await(long millis) throws InterruptedException {
    if (!changed && !closed) {
      wait(millis);
    }
    if (!changed) {
      return null;
    }
    Notice notice = new Notice(delivered, failed, ended, endpoints, moreEndpoints, changes);
    delivered = 0;
    failed = 0;
    ended = 0;
    endpoints = new LinkedHashSet<>();
    changes = new LinkedHashMap<>();
    moreEndpoints = false;
    changed = false;
    return notice;
  }

  /**
   * Waits for a short time, so that changes within it become one notice; returns early when closed.
   */
  @SuppressWarnings("WaitNotInLoop") // as above
  synchronized void gather(long millis) throws InterruptedException {
    long until = System.nanoTime() + millis * 1_000_000;
    while (!closed) {
      long left = (until - System.nanoTime()) / 1_000_000;
      if (left <= 0) {
        return;
      }
      wait(left);
    }
  }
}
