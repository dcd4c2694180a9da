package io.posthorn.core.shard.sweep;

import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.message.OrderingKey;
import io.posthorn.core.shard.delivery.Ordering;
import io.posthorn.core.shard.layout.StoreKeys;
import io.posthorn.core.shard.layout.SweepKind;
import io.posthorn.core.shard.state.Endpoint;
import io.posthorn.core.shard.state.ShardState;
import io.posthorn.core.store.ByteReader;
import io.posthorn.core.store.ByteWriter;
import io.posthorn.core.store.ReadBudget;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The sweep that gives ordering keys their heads after a move: ordered messages of a subscription
 * wait at its new endpoint until none is left at the old one.
 */
public final class ReleaseSweep implements Sweep {
  private final ShardState state;
  private final Ordering ordering;
  private final EndpointId endpointId;
  private byte @Nullable [] done;
  private boolean finished;

  public ReleaseSweep(ShardState state, EndpointId endpointId) {
    this.state = state;
    this.endpointId = endpointId;
    ordering = new Ordering(state);
  }

  static ReleaseSweep resume(ShardState state, byte[] key, byte[] value) {
    ReleaseSweep sweep = new ReleaseSweep(state, StoreKeys.endpointId(key));
    sweep.done = new ByteReader(value).maybeBlob();
    return sweep;
  }

  @Override
  public byte[] key() {
    return SweepKind.RELEASE.key().u64(endpointId.high()).u64(endpointId.low()).toBytes();
  }

  @Override
  public byte[] encode() {
    return new ByteWriter(48).maybeBlob(done).toBytes();
  }

  @Override
  public void step() {
    Endpoint endpoint = state.endpoints.get(endpointId);
    if (endpoint == null) {
      finished = true; // erased with its customer
      return;
    }
    ReadBudget budget = state.store.budget(KEYS);
    List<OrderingKey> waiting = new ArrayList<>();
    byte[] next = state.objects.keys(endpointId, done, STEP, waiting);
    for (OrderingKey key : waiting) {
      if (budget.spent()) {
        return;
      }
      ordering.advance(endpoint, key);
      done = StoreKeys.object(endpointId, key);
    }
    done = next;
    finished = next == null;
  }

  @Override
  public boolean finished() {
    return finished;
  }

  @Override
  public boolean idle() {
    return false;
  }

  @Override
  public boolean keepsRecord() {
    return false;
  }
}
