package io.posthorn.core.shard.state;

import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.store.ByteReader;
import io.posthorn.core.store.ByteWriter;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A change of a delivery pause on its way through the endpoints: they are reached in the order of
 * their ids, some in each turn, or earlier if they are due before that.
 */
final class PauseChange {
  /** Null for all customers. */
  final @Nullable String customerId;

  final boolean on;

  /** All endpoints that it covers were paused before it. */
  final boolean allWerePaused;

  private final long at;
  private @Nullable EndpointId reachedTo;
  private final Set<EndpointId> reachedEarly = new HashSet<>();

  PauseChange(@Nullable String customerId, boolean on, boolean allWerePaused, long at) {
    this.customerId = customerId;
    this.on = on;
    this.allWerePaused = allWerePaused;
    this.at = at;
  }

  @Nullable EndpointId reachedTo() {
    return reachedTo;
  }

  /** Reaches an endpoint; false if that was done before, or it does not concern the endpoint. */
  boolean reach(Endpoint endpoint) {
    boolean concerned =
        (customerId == null || customerId.equals(endpoint.customerId()))
            && endpoint.circuit().createdAt() <= at;
    return concerned
        && (reachedTo == null || endpoint.id().compareTo(reachedTo) > 0)
        && reachedEarly.add(endpoint.id());
  }

  /** All endpoints up to this one have been reached. */
  void reachedTo(EndpointId last) {
    reachedTo = last;
    reachedEarly.removeIf(id -> id.compareTo(last) <= 0);
  }

  void write(ByteWriter out) {
    out.flag(customerId == null)
        .text(customerId == null ? "" : customerId)
        .flag(on)
        .flag(allWerePaused)
        .u64(at)
        .flag(reachedTo != null);
    if (reachedTo != null) {
      out.u64(reachedTo.high()).u64(reachedTo.low());
    }
  }

  static PauseChange read(ByteReader in) {
    boolean all = in.flag();
    String customer = in.text();
    PauseChange change = new PauseChange(all ? null : customer, in.flag(), in.flag(), in.u64());
    if (in.flag()) {
      change.reachedTo = new EndpointId(in.u64(), in.u64());
    }
    return change;
  }
}
