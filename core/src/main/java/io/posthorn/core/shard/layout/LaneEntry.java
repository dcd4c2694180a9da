package io.posthorn.core.shard.layout;

import io.posthorn.core.message.LanePosition;
import io.posthorn.core.message.Message;
import io.posthorn.core.store.ByteReader;
import io.posthorn.core.store.ByteWriter;
import io.posthorn.core.subscription.Rendering;
import io.posthorn.core.subscription.SubscriptionId;

/**
 * An entry of a lane: enough to send a new message without another read from the store.
 *
 * @param recorded whether the message has a record of its own; a new one has none
 * @param ordered whether it has a position among the messages of its object
 */
public record LaneEntry(
    LanePosition position,
    SubscriptionId subscription,
    Rendering rendering,
    boolean recorded,
    boolean ordered) {
  private static final int RECORDED = 1;
  private static final int ORDERED = 2;

  public static LaneEntry of(Message message, boolean recorded) {
    return new LaneEntry(
        message.position(),
        message.subscription(),
        message.rendering(),
        recorded,
        message.order() != null);
  }

  public byte[] encode() {
    return new ByteWriter(18)
        .u64(subscription.high())
        .u64(subscription.low())
        .u8(rendering.encode())
        .u8((recorded ? RECORDED : 0) | (ordered ? ORDERED : 0))
        .toBytes();
  }

  public static LaneEntry decode(LanePosition position, byte[] value) {
    ByteReader in = new ByteReader(value);
    SubscriptionId subscription = new SubscriptionId(in.u64(), in.u64());
    Rendering rendering = Rendering.decode(in.u8());
    int flags = in.u8();
    return new LaneEntry(
        position, subscription, rendering, (flags & RECORDED) != 0, (flags & ORDERED) != 0);
  }
}
