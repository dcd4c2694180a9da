package io.posthorn.bench.seed;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;

/** A compact in-memory list of entries with a common key prefix, in key order. */
final class SortedRun {
  private static final int CHUNK = 32 << 10;
  private static final int LENGTHS = 2 * Integer.BYTES;

  private final byte[] prefix;
  private final List<ByteBuffer> chunks = new ArrayList<>();
  private ByteBuffer open = ByteBuffer.allocate(0);
  private byte[] last = {};

  SortedRun(byte[] prefix) {
    this.prefix = prefix;
  }

  boolean holds(byte[] key) {
    return Arrays.equals(prefix, 0, prefix.length, key, 0, Math.min(prefix.length, key.length));
  }

  void add(byte[] key, byte[] value) {
    if (Arrays.compareUnsigned(last, key) >= 0) {
      throw new IllegalStateException("an entry came out of order, or twice");
    }
    int rest = key.length - prefix.length;
    if (open.remaining() < LENGTHS + rest + value.length) {
      open = ByteBuffer.allocate(Math.max(CHUNK, LENGTHS + rest + value.length));
      chunks.add(open);
    }
    open.putInt(rest).putInt(value.length).put(key, prefix.length, rest).put(value);
    last = key;
  }

  /** All entries, in key order. */
  Iterator<Map.Entry<byte[], byte[]>> entries() {
    return new Walk();
  }

  /** An iterator over the entries; entries may be appended meanwhile. */
  private final class Walk implements Iterator<Map.Entry<byte[], byte[]>> {
    private int next;
    private ByteBuffer chunk = ByteBuffer.allocate(0);

    @Override
    public boolean hasNext() {
      return chunk.hasRemaining() || next < chunks.size();
    }

    @Override
    public Map.Entry<byte[], byte[]> next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      if (!chunk.hasRemaining()) {
        chunk = chunks.get(next++).duplicate().flip();
      }
      int rest = chunk.getInt();
      byte[] value = new byte[chunk.getInt()];
      byte[] key = Arrays.copyOf(prefix, prefix.length + rest);
      chunk.get(key, prefix.length, rest).get(value);
      return Map.entry(key, value);
    }
  }
}
