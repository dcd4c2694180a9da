package io.posthorn.core.shard.layout;

import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.event.Event;
import io.posthorn.core.event.EventCodec;
import io.posthorn.core.json.JsonSlice;
import io.posthorn.core.message.Message;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.message.ObjectOrder;
import io.posthorn.core.message.OrderingKey;
import io.posthorn.core.store.ByteReader;
import io.posthorn.core.store.ByteWriter;
import io.posthorn.core.subscription.PayloadFormat;
import io.posthorn.core.subscription.Rendering;
import io.posthorn.core.subscription.SubscriptionId;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An event as it is stored: once, for all its messages.
 *
 * @param targets its messages, in the order of their ordinals, as they were when it was accepted
 * @param hasPayload false once retention has removed the states
 */
public record StoredEvent(Event event, List<Target> targets, boolean hasPayload) {
  private static final int FORMAT = 1;

  /** The format of events with ordered messages: the same, with their sequences. */
  private static final int ORDERED = 2;

  /** The approximate size of the envelope around the states, in bytes. */
  private static final int ENVELOPE = 512;

  /**
   * One message of an event.
   *
   * @param sequence its number in the order of acceptance; 0 if it is not ordered
   */
  public record Target(
      SubscriptionId subscription, EndpointId endpoint, Rendering rendering, long sequence) {
    /** The target of a message that does not concern this shard. */
    public static final Target NOWHERE =
        new Target(new SubscriptionId(0, 0), new EndpointId(0, 0), Rendering.DEFAULT, 0);

    public Target(SubscriptionId subscription, EndpointId endpoint, Rendering rendering) {
      this(subscription, endpoint, rendering, 0);
    }

    public Target withSequence(long number) {
      return new Target(subscription, endpoint, rendering, number);
    }

    /** The target of the same message at another endpoint. */
    public Target movedTo(EndpointId other) {
      return new Target(subscription, other, rendering, sequence);
    }

    /** The target of the same message once another shard has removed it. */
    public Target removed() {
      return movedTo(NOWHERE.endpoint);
    }

    public boolean nowhere() {
      return endpoint.equals(NOWHERE.endpoint);
    }
  }

  public byte[] encode() {
    boolean ordered = isOrdered();
    ByteWriter out = new ByteWriter(16 + targets.size() * StoredTargets.bytes(ordered));
    out.u8(ordered ? ORDERED : FORMAT).flag(hasPayload).varint(targets.size());
    for (Target target : targets) {
      out.u64(target.subscription().high())
          .u64(target.subscription().low())
          .u64(target.endpoint().high())
          .u64(target.endpoint().low())
          .u8(target.rendering().encode());
      if (ordered) {
        out.u64(target.sequence());
      }
    }
    byte[] head = out.toBytes();
    return hasPayload
        ? EventCodec.encode(head, event)
        : EventCodec.encodeWithoutStates(head, event);
  }

  public static StoredEvent decode(byte[] bytes) {
    ByteReader in = new ByteReader(bytes);
    int format = in.u8();
    if (format != FORMAT && format != ORDERED) {
      throw new IllegalStateException(
          "A stored event has a newer format; start the version of Posthorn that wrote it.");
    }
    boolean hasPayload = in.flag();
    int count = (int) in.varint();
    StoredTargets targets = new StoredTargets(bytes, in.position(), count, format == ORDERED);
    return new StoredEvent(EventCodec.decode(bytes, targets.end()), targets, hasPayload);
  }

  private boolean isOrdered() {
    if (targets instanceof StoredTargets stored) {
      return stored.ordered();
    }
    for (Target target : targets) {
      if (target.sequence() > 0) {
        return true;
      }
    }
    return false;
  }

  /** The same event, of which only its encoded form is kept in memory. */
  public StoredEvent over(byte[] encoded) {
    return hasPayload
        ? new StoredEvent(EventCodec.withStatesIn(encoded, event), targets, true)
        : decode(encoded);
  }

  /** Returns whether it has a message for a subscription. */
  public boolean isFor(SubscriptionId subscription) {
    for (Target target : targets) {
      if (target.subscription().equals(subscription)) {
        return true;
      }
    }
    return false;
  }

  /** The number of messages of a stored event, without decoding it. */
  public static int targetCount(byte[] bytes) {
    return (int) new ByteReader(bytes, 2).varint();
  }

  public StoredEvent withoutPayload() {
    return new StoredEvent(event, targets, false);
  }

  /** The same with its first messages only: the others have been removed. */
  public StoredEvent withFirst(int messages) {
    return new StoredEvent(event, targets.subList(0, messages), hasPayload);
  }

  /**
   * The approximate size of a message's body in flight: the states that its format sends, a third
   * more as Base64, and the envelope around them.
   */
  public int weight(Rendering rendering) {
    int states;
    if (rendering.format() == PayloadFormat.WORKFRONT) {
      states = sent(event.newState(), rendering) + sent(event.oldState(), rendering);
    } else {
      boolean deleted = event.eventType().equals(Event.DELETE);
      states = sent(deleted ? event.oldState() : event.newState(), rendering);
    }
    return states + ENVELOPE;
  }

  private static int sent(@Nullable JsonSlice state, Rendering rendering) {
    int length = state == null ? 0 : state.length();
    return rendering.base64() ? Math.ceilDiv(length, 3) * 4 : length;
  }

  /** Its approximate size in memory; with many messages their targets outweigh its states. */
  public int footprint() {
    return payload() + ENVELOPE + targets.size() * StoredTargets.bytes(false);
  }

  /** The size of its states in bytes. */
  public int payload() {
    int states = 0;
    if (event.newState() != null) {
      states += event.newState().length();
    }
    if (event.oldState() != null) {
      states += event.oldState().length();
    }
    return states;
  }

  /**
   * One of its messages in its initial form, which holds until it has a record of its own; null if
   * the event has no message of that id.
   */
  public @Nullable Message freshMessage(MessageId id) {
    if (id.ordinal() < 0 || id.ordinal() >= targets.size()) {
      return null;
    }
    Target target = targets.get(id.ordinal());
    if (target.nowhere()) {
      return null;
    }
    Message fresh = Message.fresh(id, target.endpoint(), target.subscription(), target.rendering());
    return target.sequence() == 0 ? fresh : fresh.inOrder(order(id, target.sequence()));
  }

  private ObjectOrder order(MessageId id, long sequence) {
    OrderingKey object = OrderingKey.of(event.objCode(), Objects.requireNonNull(event.objId()));
    return ObjectOrder.accepted(object, sequence, id.event().acceptedAt());
  }
}
