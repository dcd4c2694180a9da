package io.posthorn.server.console;

import io.posthorn.core.endpoint.EndpointId;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What has changed for one listener since it was last told. Counts and a few names, whatever
 * happens meanwhile: a listener that reads slowly costs no more than one that reads quickly.
 */
final class LiveFeed {
  /** Where more endpoints than this have changed, a page had better look at all of them. */
  private static final int MOST_ENDPOINTS = 50;

  private final String customerId;
  private long delivered;
  private long failed;
  private long ended;
  private boolean moreEndpoints;
  private Set<EndpointId> endpoints = new LinkedHashSet<>();
  private Map<EndpointId, String> changes = new LinkedHashMap<>();
  private boolean news;
  private boolean closed;

  LiveFeed(String customerId) {
    this.customerId = customerId;
  }

  /**
   * What has changed.
   *
   * @param moreEndpoints whether there are more than {@code endpoints} names
   * @param changes endpoints whose state has changed, and what to
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
    news = true;
    notifyAll();
  }

  synchronized void close() {
    closed = true;
    notifyAll();
  }

  synchronized boolean isClosed() {
    return closed;
  }

  /** Waits for news up to a time; null where there were none, or the feed was closed. */
  @SuppressWarnings("WaitNotInLoop") // an early wake-up is a heartbeat too many, and no harm
  synchronized @Nullable Notice await(long millis) throws InterruptedException {
    if (!news && !closed) {
      wait(millis);
    }
    if (!news) {
      return null;
    }
    Notice notice = new Notice(delivered, failed, ended, endpoints, moreEndpoints, changes);
    delivered = 0;
    failed = 0;
    ended = 0;
    endpoints = new LinkedHashSet<>();
    changes = new LinkedHashMap<>();
    moreEndpoints = false;
    news = false;
    return notice;
  }

  /** Lets a moment pass, so that what happens in it is told at once; shorter where it is closed. */
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
