package io.posthorn.server.peer;

import io.posthorn.core.store.ShardView;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Some entries of a shard's store, as they travel.
 *
 * @param more whether there may be more in what was asked for
 */
public record PeerPage(List<Entry> entries, boolean more) {
  /** A page ends behind the entry that makes it larger: an event alone has up to a mebibyte. */
  private static final int ENOUGH_BYTES = 1 << 20;

  private static final int LENGTHS = 2 * Integer.BYTES;

  /** A key and its value. */
  public record Entry(byte[] key, byte[] value) {
    int bytes() {
      return LENGTHS + key.length + value.length;
    }
  }

  static PeerPage read(ShardView view, PeerQuestion question) {
    List<Entry> found = new ArrayList<>();
    int[] bytes = {0};
    boolean[] more = {false};
    ShardView.Visitor visitor =
        (key, value) -> {
          Entry entry = new Entry(key, value);
          found.add(entry);
          bytes[0] += entry.bytes();
          more[0] = found.size() == question.most() || bytes[0] >= ENOUGH_BYTES;
          return !more[0];
        };
    if (question.back()) {
      view.scanBack(question.from(), question.to(), visitor);
    } else {
      view.scan(question.from(), question.to(), visitor);
    }
    return new PeerPage(found, more[0]);
  }

  byte[] encode() {
    int size = 1 + entries.stream().mapToInt(Entry::bytes).sum();
    ByteBuffer out = ByteBuffer.allocate(size).put((byte) (more ? 1 : 0));
    for (Entry entry : entries) {
      out.putInt(entry.key().length).put(entry.key());
      out.putInt(entry.value().length).put(entry.value());
    }
    return out.array();
  }

  /** Reads what {@link #encode} wrote; anything else is an {@link IllegalArgumentException}. */
  static PeerPage decode(byte[] bytes) {
    try {
      ByteBuffer in = ByteBuffer.wrap(bytes);
      boolean more = in.get() == 1;
      List<Entry> entries = new ArrayList<>();
      while (in.hasRemaining()) {
        entries.add(new Entry(part(in), part(in)));
      }
      return new PeerPage(entries, more);
    } catch (BufferUnderflowException e) {
      throw new IllegalArgumentException("a page that ends in its middle", e);
    }
  }

  private static byte[] part(ByteBuffer in) {
    int length = in.getInt();
    if (length < 0 || length > in.remaining()) {
      throw new BufferUnderflowException();
    }
    byte[] part = new byte[length];
    in.get(part);
    return part;
  }
}
