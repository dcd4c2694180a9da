package io.posthorn.core.shard.sweep;

import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.message.Lane;
import io.posthorn.core.message.LanePosition;
import io.posthorn.core.message.Message;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.shard.delivery.MessageTransitions;
import io.posthorn.core.shard.layout.LaneEntry;
import io.posthorn.core.shard.layout.SweepKind;
import io.posthorn.core.shard.state.Endpoint;
import io.posthorn.core.shard.state.ObjectQueues;
import io.posthorn.core.shard.state.ShardState;
import io.posthorn.core.store.ByteReader;
import io.posthorn.core.store.ByteWriter;
import io.posthorn.core.store.ReadBudget;
import io.posthorn.core.subscription.SubscriptionId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The sweep that removes a subscription's waiting messages from an endpoint it has left: they are
 * cancelled if it was deleted, moved if it has another URL.
 *
 * <p>Its speed does not matter: a message that it has not reached yet is cancelled or moved when it
 * is about to be sent. It walks the ordered messages behind a head first and the probed lane next,
 * because messages can get from there into the lanes that follow.
 *
 * <p>A message in flight is left to its outcome. If the process ends before the outcome is
 * recorded, the message is in its lane again, perhaps at a position the sweep has already passed,
 * so the first resumption starts over. Later ones continue where they stopped, because no message
 * of the subscription has been sent from here since then.
 */
public final class LeaveSweep implements Sweep {
  private static final Lane[] ORDER = {Lane.PROBED, Lane.FIRST, Lane.RETRY};

  private final ShardState state;
  private final MessageTransitions transitions;
  private final SubscriptionId subscription;
  private final EndpointId endpointId;
  private boolean begunAnew;
  private int stage;
  private @Nullable LanePosition done;
  private boolean followersDone;
  private byte @Nullable [] lastFollower;

  public LeaveSweep(
      ShardState state,
      MessageTransitions transitions,
      SubscriptionId subscription,
      EndpointId endpointId) {
    this.state = state;
    this.transitions = transitions;
    this.subscription = subscription;
    this.endpointId = endpointId;
    state.moves.leave(subscription, endpointId);
  }

  static LeaveSweep resume(
      ShardState state, MessageTransitions transitions, byte[] key, byte[] value) {
    ByteReader id = new ByteReader(key, 2);
    LeaveSweep sweep =
        new LeaveSweep(
            state,
            transitions,
            new SubscriptionId(id.u64(), id.u64()),
            new EndpointId(id.u64(), id.u64()));
    sweep.begunAnew = true;
    ByteReader in = new ByteReader(value);
    if (in.flag()) {
      sweep.stage = in.u8();
      sweep.done = in.flag() ? new LanePosition(in.u64(), MessageId.read(in)) : null;
      sweep.followersDone = in.atEnd() || in.flag(); // an earlier version had none
      sweep.lastFollower = in.atEnd() ? null : in.maybeBlob();
    }
    return sweep;
  }

  @Override
  public byte[] key() {
    return SweepKind.LEAVE
        .key()
        .u64(subscription.high())
        .u64(subscription.low())
        .u64(endpointId.high())
        .u64(endpointId.low())
        .toBytes();
  }

  @Override
  public byte[] encode() {
    ByteWriter out = new ByteWriter(32).flag(begunAnew).u8(stage).flag(done != null);
    if (done != null) {
      out.u64(done.at());
      done.message().write(out);
    }
    return out.flag(followersDone).maybeBlob(lastFollower).toBytes();
  }

  @Override
  public void step() {
    Endpoint endpoint = state.endpoints.get(endpointId);
    if (endpoint == null) {
      stage = ORDER.length; // erased with its customer
      done = null;
      followersDone = true;
      return;
    }
    if (!followersDone) {
      settleFollowers(endpoint);
      return;
    }
    if (idle()) {
      return;
    }
    ReadBudget budget = state.store.budget(KEYS);
    List<LaneEntry> entries = state.lanes.entries(endpoint, ORDER[stage], done, STEP);
    for (LaneEntry entry : entries) {
      if (budget.spent()) {
        return; // a message that moves to another shard takes its event along
      }
      done = entry.position();
      if (entry.subscription().equals(subscription)) {
        settle(endpoint, entry);
      }
    }
    if (entries.size() < STEP) {
      stage++;
      done = null;
    }
  }

  /** Settles ordered messages behind a head. */
  private void settleFollowers(Endpoint endpoint) {
    ReadBudget budget = state.store.budget(KEYS);
    List<ObjectQueues.Follower> followers = state.objects.followers(endpointId, lastFollower, STEP);
    for (ObjectQueues.Follower follower : followers) {
      if (budget.spent()) {
        return;
      }
      lastFollower = follower.key();
      if (follower.subscription().equals(subscription)) {
        // As it is now: the end of another one may have made it the head.
        Message message = state.messages.get(endpoint.customerId(), follower.id());
        if (message != null && !message.status().ended() && atEndpoint(message)) {
          transitions.settle(endpoint, message);
        }
      }
    }
    if (followers.size() < STEP) {
      followersDone = true;
      lastFollower = null;
    }
  }

  private boolean atEndpoint(Message message) {
    return message.endpoint().equals(endpointId);
  }

  SubscriptionId subscription() {
    return subscription;
  }

  EndpointId endpoint() {
    return endpointId;
  }

  /** Settles a message, unless it is in flight. */
  private void settle(Endpoint endpoint, LaneEntry entry) {
    if (!endpoint.isInFlight(entry.position().message())) {
      transitions.settle(endpoint, state.messages.of(endpoint, entry));
    }
  }

  @Override
  public boolean finished() {
    return idle() && !inFlight();
  }

  @Override
  public boolean idle() {
    return followersDone && stage == ORDER.length;
  }

  private boolean inFlight() {
    Endpoint endpoint = state.endpoints.get(endpointId);
    return endpoint != null
        && endpoint.flights().stream()
            .anyMatch(flight -> flight.message().subscription().equals(subscription));
  }

  @Override
  public boolean keepsRecord() {
    return false;
  }
}
