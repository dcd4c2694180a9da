package io.posthorn.core.shard.state;

import io.posthorn.core.endpoint.ClientCertificate;
import io.posthorn.core.message.Lane;
import io.posthorn.core.shard.layout.LaneEntry;
import io.posthorn.core.shard.protocol.ShardMetrics;
import io.posthorn.core.shard.protocol.ShardMetrics.Depth;

/** The collector of a shard's metrics: it visits each endpoint in memory once, and no message. */
public final class ShardMetricsCollector {
  private final ShardState state;
  private int enabled;
  private int disabled;
  private int frozen;
  private int paused;
  private int certificatesExpiring;
  private Depth first = Depth.EMPTY;
  private Depth retry = Depth.EMPTY;
  private Depth order = Depth.EMPTY;
  private Depth held = Depth.EMPTY;
  private long oldestDueAt = ShardMetrics.NOTHING_DUE;

  private ShardMetricsCollector(ShardState state) {
    this.state = state;
  }

  public static ShardMetrics take(ShardState state) {
    ShardMetricsCollector census = new ShardMetricsCollector(state);
    state.endpoints.all().forEach(census::count);
    return new ShardMetrics(
        state.eventsAccepted(),
        state.eventsKnown(),
        state.messagesAccepted(),
        census.enabled,
        census.disabled,
        census.frozen,
        census.paused,
        census.certificatesExpiring,
        census.first,
        census.retry,
        census.order,
        census.held,
        census.oldestDueAt,
        state.shares.inFlight(),
        state.shares.bytesInFlight());
  }

  private void count(Endpoint endpoint) {
    switch (endpoint.circuit().state()) {
      case ENABLED -> enabled++;
      case DISABLED -> disabled++;
      case FROZEN -> frozen++;
    }
    if (endpoint.paused()) {
      paused++;
    }
    ClientCertificate certificate = endpoint.settings().options().clientCertificate();
    if (certificate != null && certificate.expiresAt() - ClientCertificate.NOTICE <= state.now()) {
      certificatesExpiring++;
    }
    if (state.held(endpoint)) {
      held = held.plus(endpoint.waiting());
      return;
    }
    long fresh = endpoint.waiting(Lane.FIRST);
    first = first.plus(fresh);
    long behind = endpoint.waiting(Lane.ORDER);
    order = order.plus(behind);
    retry = retry.plus(endpoint.waiting() - fresh - behind);
    examineHead(endpoint, Lane.FIRST);
    examineHead(endpoint, Lane.RETRY);
  }

  private void examineHead(Endpoint endpoint, Lane lane) {
    LaneEntry head = endpoint.waiting(lane) == 0 ? null : endpoint.queue(lane).first();
    if (head != null && head.position().at() <= state.now()) {
      oldestDueAt = Math.min(oldestDueAt, head.position().at());
    }
  }
}
