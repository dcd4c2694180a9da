package io.posthorn.core.shard.layout;

import io.posthorn.core.message.MessageId;
import io.posthorn.core.store.ByteReader;
import io.posthorn.core.store.ByteWriter;
import org.jspecify.annotations.Nullable;

/**
 * The stored record of a key, which is an object at an endpoint with ordered messages that wait.
 *
 * @param head the message that has its turn; null while the first one waits for a move to end
 * @param floor a lower bound for the positions of the messages behind it, so that a search does not
 *     walk over deleted ones
 * @param count how many wait behind it
 */
public record KeyEntry(@Nullable MessageId head, long floor, long count) {
  /** A key without messages. */
  public static final KeyEntry EMPTY = new KeyEntry(null, Long.MAX_VALUE, 0);

  public KeyEntry withHead(@Nullable MessageId turn) {
    return new KeyEntry(turn, floor, count);
  }

  /** One more waits, at a place. */
  public KeyEntry withOneMore(long joined) {
    return new KeyEntry(head, Math.min(floor, joined), count + 1);
  }

  public KeyEntry withOneLess() {
    return new KeyEntry(head, floor, count - 1);
  }

  /** The first that waits was found at a place. */
  public KeyEntry from(long first) {
    return new KeyEntry(head, first, count);
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

  public static KeyEntry decode(byte[] value) {
    ByteReader in = new ByteReader(value);
    long floor = in.u64();
    long count = in.varint();
    return new KeyEntry(in.flag() ? MessageId.read(in) : null, floor, count);
  }
}
