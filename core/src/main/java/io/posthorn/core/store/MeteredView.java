package io.posthorn.core.store;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A view that counts what is read through it, in keys. A large value counts as several, because
 * reading it takes as long.
 */
public class MeteredView implements ShardView {
  /** The part of a value that counts as one key. */
  public static final int PIECE = 4 << 10;

  private final ShardView view;
  private long keysRead;

  public MeteredView(ShardView view) {
    this.view = view;
  }

  /** The cost of reading a value, in keys. */
  public static int keysRead(byte[] value) {
    return 1 + value.length / PIECE;
  }

  /** The keys read so far; a key without a value counts too. */
  public final long keysRead() {
    return keysRead;
  }

  @Override
  public final byte @Nullable [] get(byte[] key) {
    byte[] value = view.get(key);
    keysRead += value == null ? 1 : keysRead(value);
    return value;
  }

  @Override
  public final void expect(List<byte[]> keys) {
    view.expect(keys);
  }

  @Override
  public final void scan(byte[] from, byte[] to, Visitor visitor) {
    view.scan(from, to, counted(visitor));
  }

  @Override
  public final void scanBack(byte[] from, byte[] to, Visitor visitor) {
    view.scanBack(from, to, counted(visitor));
  }

  private Visitor counted(Visitor visitor) {
    keysRead++; // for a range without entries
    return (key, value) -> {
      keysRead += keysRead(value);
      return visitor.visit(key, value);
    };
  }
}
