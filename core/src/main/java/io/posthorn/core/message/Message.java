package io.posthorn.core.message;

import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.store.ByteReader;
import io.posthorn.core.store.ByteWriter;
import io.posthorn.core.subscription.Rendering;
import io.posthorn.core.subscription.SubscriptionId;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

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
 * @param order its position among the messages of its object; null if it is not ordered
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
    long endedAt,
    @Nullable ObjectOrder order) {
  private static final int FORMAT = 2;

  /** The format of ordered messages: the same, with their order. */
  private static final int ORDERED = 3;

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
        0,
        null);
  }

  /** The same, with a position among the messages of its object. */
  public Message inOrder(ObjectOrder position) {
    return with(m -> m.order = position);
  }

  /** The lane it is queued in. */
  public Lane queue() {
    if (isBehind()) {
      return Lane.ORDER;
    }
    return probedAt > 0 ? Lane.PROBED : lane;
  }

  /** Its position in that lane. */
  public LanePosition position() {
    if (order != null && order.behind()) {
      return new LanePosition(order.joined(), id);
    }
    return new LanePosition(probedAt > 0 ? probedAt : nextAt(), id);
  }

  /** Returns whether it waits behind another message of its object. */
  public boolean isBehind() {
    return order != null && order.behind();
  }

  /** When it was accepted, or replayed last. */
  public long since() {
    return order == null ? start : order.since();
  }

  /** Behind the head of its ordering key, until it becomes the head. */
  public Message waitBehind() {
    return with(
        m -> {
          m.order = m.order == null ? null : m.order.waiting();
          m.probedAt = 0;
          m.requestedAt = 0;
        });
  }

  /** The head of its ordering key: due at once, unless an earlier attempt set its due time. */
  public Message atHead(long now) {
    return with(
        m -> {
          m.order = m.order == null ? null : m.order.atHead();
          m.due = m.slot == 0 ? now : m.due;
        });
  }

  /** Returns whether it waited behind a head for longer than a given time. */
  public boolean waitedLongerThan(long longest) {
    return order != null && order.waited() && due - order.since() > longest;
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

  /**
   * One more attempt is recorded. It is slot 0 of an ordered message that waited behind a head and
   * had no attempt before.
   */
  public Message attempted(long startedAt) {
    return with(
        m -> {
          m.attempts++;
          if (m.order != null) {
            m.start = m.order.waited() ? startedAt : m.start;
            m.due = m.order.waited() ? startedAt : m.due;
            m.order = m.order.attempted();
          }
        });
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
          m.order = m.order == null ? null : m.order.replayed(from);
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
    @Nullable ObjectOrder order;

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
      order = from.order;
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
          endedAt,
          order);
    }
  }

  public byte[] encode() {
    ByteWriter out = new ByteWriter(order == null ? 112 : 160);
    write(out);
    return out.toBytes();
  }

  void write(ByteWriter out) {
    out.u8(order == null ? FORMAT : ORDERED)
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
    if (order != null) {
      order.write(out);
    }
  }

  public static Message decode(MessageId id, byte[] bytes) {
    return read(id, new ByteReader(bytes));
  }

  static Message read(MessageId id, ByteReader in) {
    int format = in.u8();
    if (format != FORMAT && format != ORDERED) {
      throw new IllegalStateException(
          "A stored message has a newer format; start the version of Posthorn that wrote it.");
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
        in.varint(),
        format == ORDERED ? ObjectOrder.read(in) : null);
  }
}
