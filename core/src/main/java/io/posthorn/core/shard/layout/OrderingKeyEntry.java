package io.posthorn.core.shard.layout;

import io.posthorn.core.message.MessageId;
import io.posthorn.core.message.ObjectOrder;
import io.posthorn.core.store.ByteReader;
import io.posthorn.core.store.ByteWriter;
import org.jspecify.annotations.Nullable;

/**
 * The stored entry of an ordering key: an object at an endpoint with ordered messages that wait.
 *
 * @param head the message that may be attempted; null while the first one waits for a move to end
 * @param floor a lower bound for the positions of the messages behind it, so that a search does not
 *     walk over deleted ones
 * @param count how many wait behind it
 */
public record OrderingKeyEntry(@Nullable MessageId head, Floor floor, long count) {
  /** An ordering key without messages. */
  public static final OrderingKeyEntry EMPTY =
      new OrderingKeyEntry(null, new Floor(Long.MAX_VALUE, 0), 0);

  /**
   * A position as {@link ObjectOrder} has it. Many replays in a row have the same {@code joined}
   * and differ in their numbers.
   */
  public record Floor(long joined, long replay) {
    Floor lower(ObjectOrder order) {
      boolean before =
          order.joined() < joined || (order.joined() == joined && order.replay() < replay);
      return before ? new Floor(order.joined(), order.replay()) : this;
    }
  }

  public OrderingKeyEntry withHead(@Nullable MessageId newHead) {
    return new OrderingKeyEntry(newHead, floor, count);
  }

  /** One more waits, at a position. */
  public OrderingKeyEntry withOneMore(ObjectOrder position) {
    return new OrderingKeyEntry(head, floor.lower(position), count + 1);
  }

  public OrderingKeyEntry withOneLess() {
    return new OrderingKeyEntry(head, floor, count - 1);
  }

  /** The first that waits was found at a position. */
  public OrderingKeyEntry from(Floor first) {
    return new OrderingKeyEntry(head, first, count);
  }

  public boolean isEmpty() {
    return head == null && count == 0;
  }

  public byte[] encode() {
    ByteWriter out = new ByteWriter(44).u64(floor.joined()).varint(count).flag(head != null);
    if (head != null) {
      head.write(out);
    }
    return out.varint(floor.replay()).toBytes();
  }

  public static OrderingKeyEntry decode(byte[] value) {
    ByteReader in = new ByteReader(value);
    long joined = in.u64();
    long count = in.varint();
    MessageId head = in.flag() ? MessageId.read(in) : null;
    long replay = in.atEnd() ? 0 : in.varint(); // version 0.2.0 did not write it
    return new OrderingKeyEntry(head, new Floor(joined, replay), count);
  }
}
