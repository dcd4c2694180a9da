package io.posthorn.core.message;

import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.store.ByteReader;
import io.posthorn.core.store.ByteWriter;
import io.posthorn.core.subscription.Rendering;
import io.posthorn.core.subscription.SubscriptionId;
import java.util.function.Consumer;

/**
 * One event for one subscription, and the state of its delivery.
 *
 * @param rendering how its body is written, fixed when the event was accepted
 * @param lane the lane it waits in, or waited in last: where it belongs while its endpoint is
 *     enabled
 * @param start slot 0 of its schedule: acceptance, or the last replay
 * @param due when it is to be attempted
 * @param slot the slot of {@code due}
 * @param attempts how many attempts are recorded, replays included
 * @param probedAt when its probe failed, which puts it behind all others; 0 if none did
 * @param requestedAt when a user asked for an attempt before it is due; 0 if none is outstanding
 * @param cancelling whether it ends with the request that is in flight, however that ends
 * @param endedAt when it ended; 0 while it waits
 */
public record Message(
    MessageId id,
    EndpointId endpoint,
    SubscriptionId subscription,
    Rendering rendering,
    MessageStatus status,
    EndReason reason,
    Lane lane,
    long start,
    long due,
    int slot,
    int attempts,
    long probedAt,
    long requestedAt,
    boolean cancelling,
    long endedAt) {
  private static final int FORMAT = 2;

  /** A new message, waiting for its first attempt. */
  public static Message fresh(
      MessageId id, EndpointId endpoint, SubscriptionId subscription, Rendering rendering) {
    long accepted = id.event().acceptedAt();
    return new Message(
        id,
        endpoint,
        subscription,
        rendering,
        MessageStatus.WAITING,
        EndReason.NONE,
        Lane.FIRST,
        accepted,
        accepted,
        0,
        0,
        0,
        0,
        false,
        0);
  }

  /** The lane it is queued in. */
  public Lane queue() {
    return probedAt > 0 ? Lane.PROBED : lane;
  }

  /** Its position in that lane. */
  public LanePosition position() {
    return new LanePosition(probedAt > 0 ? probedAt : nextAt(), id);
  }

  /** The time of the next attempt: its due time, or the time of a manual retry. */
  public long nextAt() {
    return requestedAt > 0 ? requestedAt : due;
  }

  /**
   * The message's share of the schedule's jitter, from 0 to below 1: a multiplicative hash of its
   * id, because ids created together differ in few bits.
   */
  public double jitterShare() {
    long mixed = (id.event().high() ^ id.event().low()) + id.ordinal();
    return ((mixed * 0x9E3779B97F4A7C15L) >>> 11) * 0x1.0p-53;
  }

  /** One more attempt is recorded. */
  public Message attempted() {
    return with(m -> m.attempts++);
  }

  /** Retried in a slot, or later if the receiver sent {@code Retry-After}. */
  public Message retryAt(int nextSlot, long nextDue) {
    return with(
        m -> {
          m.lane = Lane.RETRY;
          m.slot = nextSlot;
          m.due = nextDue;
          m.probedAt = 0;
          m.requestedAt = 0;
        });
  }

  /** To be attempted now, at a user's request; it keeps its slot and its due time. */
  public Message requested(long now) {
    return with(m -> m.requestedAt = now);
  }

  /** Its probe failed: the slot is not used up, but all other messages come first now. */
  public Message probeFailed(long now) {
    return with(
        m -> {
          m.probedAt = now;
          m.requestedAt = 0;
        });
  }

  /** Back in its own lane. */
  public Message returnToLane() {
    return probeFailed(0);
  }

  /** Moved to another endpoint, with the same id and the same schedule. */
  public Message movedTo(EndpointId target) {
    return with(
        m -> {
          m.endpoint = target;
          m.probedAt = 0;
        });
  }

  /** Cancelled once the request in flight ends, unless it succeeds. */
  public Message cancelAfterFlight() {
    return with(m -> m.cancelling = true);
  }

  public Message ended(MessageStatus how, EndReason why, long now) {
    return with(
        m -> {
          m.status = how;
          m.reason = why;
          m.probedAt = 0;
          m.requestedAt = 0;
          m.cancelling = false;
          m.endedAt = now;
        });
  }

  /**
   * Replayed: the same id with a new schedule, in the retry lane.
   *
   * @param from slot 0 of the schedule
   * @param now when it is due
   */
  public Message replayedTo(EndpointId target, long from, long now) {
    return with(
        m -> {
          m.endpoint = target;
          m.status = MessageStatus.WAITING;
          m.reason = EndReason.NONE;
          m.lane = Lane.RETRY;
          m.start = from;
          m.due = now;
          m.slot = 0;
          m.probedAt = 0;
          m.requestedAt = 0;
          m.cancelling = false;
          m.endedAt = 0;
        });
  }

  private Message with(Consumer<Draft> change) {
    Draft draft = new Draft(this);
    change.accept(draft);
    return draft.toMessage(this);
  }

  /** The mutable fields by name, because positional numbers are easily swapped. */
  private static final class Draft {
    EndpointId endpoint;
    MessageStatus status;
    EndReason reason;
    Lane lane;
    long start;
    long due;
    int slot;
    int attempts;
    long probedAt;
    long requestedAt;
    boolean cancelling;
    long endedAt;

    Draft(Message from) {
      endpoint = from.endpoint;
      status = from.status;
      reason = from.reason;
      lane = from.lane;
      start = from.start;
      due = from.due;
      slot = from.slot;
      attempts = from.attempts;
      probedAt = from.probedAt;
      requestedAt = from.requestedAt;
      cancelling = from.cancelling;
      endedAt = from.endedAt;
    }

    Message toMessage(Message from) {
      return new Message(
          from.id,
          endpoint,
          from.subscription,
          from.rendering,
          status,
          reason,
          lane,
          start,
          due,
          slot,
          attempts,
          probedAt,
          requestedAt,
          cancelling,
          endedAt);
    }
  }

  public byte[] encode() {
    ByteWriter out = new ByteWriter(112);
    write(out);
    return out.toBytes();
  }

  void write(ByteWriter out) {
    out.u8(FORMAT)
        .u64(endpoint.high())
        .u64(endpoint.low())
        .u64(subscription.high())
        .u64(subscription.low())
        .u8(rendering.encode())
        .u8(status.number())
        .u8(reason.number())
        .u8(lane.number())
        .u64(start)
        .u64(due)
        .u8(slot)
        .varint(attempts)
        .varint(probedAt)
        .varint(requestedAt)
        .flag(cancelling)
        .varint(endedAt);
  }

  public static Message decode(MessageId id, byte[] bytes) {
    return read(id, new ByteReader(bytes));
  }

  static Message read(MessageId id, ByteReader in) {
    if (in.u8() != FORMAT) {
      throw new IllegalStateException("a message in a format of a newer version");
    }
    return new Message(
        id,
        new EndpointId(in.u64(), in.u64()),
        new SubscriptionId(in.u64(), in.u64()),
        Rendering.decode(in.u8()),
        MessageStatus.of(in.u8()),
        EndReason.of(in.u8()),
        Lane.of(in.u8()),
        in.u64(),
        in.u64(),
        in.u8(),
        (int) in.varint(),
        in.varint(),
        in.varint(),
        in.flag(),
        in.varint());
  }
}
