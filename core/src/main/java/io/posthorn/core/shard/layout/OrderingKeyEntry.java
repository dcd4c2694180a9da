package io.posthorn.core.shard.layout;

import io.posthorn.core.message.MessageId;
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
public record OrderingKeyEntry(@Nullable MessageId head, long floor, long count) {
  /** An ordering key without messages. */
  public static final OrderingKeyEntry EMPTY = new OrderingKeyEntry(null, Long.MAX_VALUE, 0);

  public OrderingKeyEntry withHead(@Nullable MessageId newHead) {
    return new OrderingKeyEntry(newHead, floor, count);
  }

  /** One more waits, at a place. */
  public OrderingKeyEntry withOneMore(long joined) {
    return new OrderingKeyEntry(head, Math.min(floor, joined), count + 1);
  }

  public OrderingKeyEntry withOneLess() {
    return new OrderingKeyEntry(head, floor, count - 1);
  }

  /** The first that waits was found at a place. */
  public OrderingKeyEntry from(long first) {
    return new OrderingKeyEntry(head, first, count);
  }

  public boolean isEmpty() {
    return head == null && count == 0;
  }

  public byte[] encode() {
    ByteWriter out = new ByteWriter(40).u64(floor).varint(count).flag(head != null);
    if (head != null) {
      head.write(out);
    }
    return out.toBytes();
  }

  public static OrderingKeyEntry decode(byte[] value) {
    ByteReader in = new ByteReader(value);
    long floor = in.u64();
    long count = in.varint();
    return new OrderingKeyEntry(in.flag() ? MessageId.read(in) : null, floor, count);
  }
}
