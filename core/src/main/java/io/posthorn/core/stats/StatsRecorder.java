package io.posthorn.core.stats;

import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.message.Outcome;
import io.posthorn.core.store.ShardStore;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The recorder of statistics: counts the current minute in memory, and writes the counters every
 * few seconds and when the minute ends. A crash loses at most the last few seconds.
 */
public final class StatsRecorder {
  /** The longest time that counters may be in memory only. */
  static final long WRITE_EVERY = 5_000;

  private final ShardStore store;
  private final Map<String, Page> customers = new LinkedHashMap<>();
  private final Map<EndpointId, Page> endpoints = new LinkedHashMap<>();

  /** The last reported numbers of waiting messages; never iterated. */
  private final Map<String, Long> customersWaiting = new HashMap<>();

  private final Map<EndpointId, Long> endpointsWaiting = new HashMap<>();
  private long minute;
  private long now;

  /**
   * The time by which unwritten counters must be written; {@link Long#MAX_VALUE} if there are none.
   */
  private long writeAt = Long.MAX_VALUE;

  public StatsRecorder(ShardStore store) {
    this.store = store;
  }

  /** The current minute of one customer or endpoint. */
  private static final class Page {
    final byte[] series;
    final StatsCounters tally;
    boolean unwritten;

    Page(byte[] series, StatsCounters tally) {
      this.series = series;
      this.tally = tally;
    }
  }

  /** Returns when the recorder needs its next turn. */
  public long nextAt() {
    return writeAt;
  }

  /** Begins a turn: closes a minute that has ended. */
  public void begin(long time) {
    now = time;
    long current = StatsKeys.minuteOf(time);
    if (current != minute) {
      write();
      customers.clear();
      endpoints.clear();
      minute = current;
    }
  }

  /** Ends a turn: writes if due. */
  public void end() {
    if (now >= writeAt) {
      write();
    }
  }

  public void accepted(String customerId, EndpointId endpoint) {
    customer(customerId).tally.countAccepted();
    endpoint(customerId, endpoint).tally.countAccepted();
  }

  public void attempt(String customerId, EndpointId endpoint, Outcome outcome) {
    boolean success = outcome.success();
    customer(customerId).tally.countAttempt(success, outcome.durationMillis());
    endpoint(customerId, endpoint).tally.countAttempt(success, outcome.durationMillis());
  }

  public void dropped(String customerId, EndpointId endpoint) {
    customer(customerId).tally.countDropped();
    endpoint(customerId, endpoint).tally.countDropped();
  }

  /**
   * Sets how many messages wait at an endpoint when the shard is opened, without counting a change.
   */
  public void found(String customerId, EndpointId endpoint, long waiting) {
    if (waiting != 0) {
      endpointsWaiting.put(endpoint, waiting);
      customersWaiting.merge(customerId, waiting, Long::sum);
    }
  }

  /** Sets how many messages wait at an endpoint now. */
  public void waiting(String customerId, EndpointId endpoint, long waiting) {
    Long before = setWaiting(endpoint, waiting);
    long change = waiting - (before == null ? 0 : before);
    if (change != 0) {
      long all = customersWaiting.merge(customerId, change, Long::sum);
      customer(customerId).tally.waiting(all);
      endpoint(customerId, endpoint).tally.waiting(waiting);
    }
  }

  /** Most endpoints have no waiting messages, and none are kept for those. */
  private @Nullable Long setWaiting(EndpointId endpoint, long waiting) {
    return waiting == 0
        ? endpointsWaiting.remove(endpoint)
        : endpointsWaiting.put(endpoint, waiting);
  }

  /** Forgets an endpoint that is erased, with its customer. */
  public void forget(String customerId, EndpointId endpoint) {
    customers.remove(customerId);
    customersWaiting.remove(customerId);
    endpoints.remove(endpoint);
    endpointsWaiting.remove(endpoint);
  }

  private Page customer(String customerId) {
    Page page = customers.get(customerId);
    if (page == null) {
      page = open(customerId, null, customersWaiting.getOrDefault(customerId, 0L));
      customers.put(customerId, page);
    }
    return touched(page);
  }

  private Page endpoint(String customerId, EndpointId endpoint) {
    Page page = endpoints.get(endpoint);
    if (page == null) {
      page = open(customerId, endpoint, endpointsWaiting.getOrDefault(endpoint, 0L));
      endpoints.put(endpoint, page);
    }
    return touched(page);
  }

  /** Opens a minute; after a restart within it, the counters continue from the stored ones. */
  private Page open(String customerId, @Nullable EndpointId endpoint, long waiting) {
    byte[] series = StatsKeys.series(customerId, endpoint);
    byte[] written = store.get(StatsKeys.at(series, minute));
    StatsCounters tally = written == null ? new StatsCounters() : StatsCounters.decode(written);
    tally.waiting(waiting);
    return new Page(series, tally);
  }

  private Page touched(Page page) {
    page.unwritten = true;
    writeAt = Math.min(writeAt, Math.min(now + WRITE_EVERY, minute + StatsKeys.MINUTE));
    return page;
  }

  private void write() {
    customers.values().forEach(this::write);
    endpoints.values().forEach(this::write);
    writeAt = Long.MAX_VALUE;
  }

  private void write(Page page) {
    if (page.unwritten) {
      store.put(StatsKeys.at(page.series, minute), page.tally.encode());
      page.unwritten = false;
    }
  }
}
