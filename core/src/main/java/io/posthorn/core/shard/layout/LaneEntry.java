package io.posthorn.core.shard.layout;

import io.posthorn.core.message.LanePosition;
import io.posthorn.core.store.ByteReader;
import io.posthorn.core.store.ByteWriter;
import io.posthorn.core.subscription.Rendering;
import io.posthorn.core.subscription.SubscriptionId;

/**
 * An entry of a lane: enough to send a new message without another read from the store.
 *
 * @param recorded whether the message has a record of its own; a new one has none
 */
public record LaneEntry(
    LanePosition position, SubscriptionId subscription, Rendering rendering, boolean recorded) {

  public byte[] encode() {
    return new ByteWriter(18)
        .u64(subscription.high())
        .u64(subscription.low())
        .u8(rendering.encode())
        .flag(recorded)
        .toBytes();
  }

  public static LaneEntry decode(LanePosition position, byte[] value) {
    ByteReader in = new ByteReader(value);
    return new LaneEntry(
        position, new SubscriptionId(in.u64(), in.u64()), Rendering.decode(in.u8()), in.flag());
  }
}
