package io.posthorn.core.shard.layout;

import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.store.ByteReader;
import io.posthorn.core.subscription.Rendering;
import io.posthorn.core.subscription.SubscriptionId;
import java.util.AbstractList;
import java.util.Objects;
import java.util.RandomAccess;

/**
 * The messages of a stored event, decoded lazily from its record. An event with thousands costs no
 * more to read than one with a few.
 */
final class StoredTargets extends AbstractList<StoredEvent.Target> implements RandomAccess {
  /** The size of each: two ids and the rendering. */
  private static final int BYTES = 33;

  /** The size of the sequence, which all have if one is ordered. */
  private static final int SEQUENCE = 8;

  private final byte[] record;
  private final int start;
  private final int count;
  private final boolean ordered;

  StoredTargets(byte[] record, int start, int count, boolean ordered) {
    if (count > (record.length - start) / bytes(ordered)) {
      throw new IllegalStateException("damaged record: ends within its " + count + " targets");
    }
    this.record = record;
    this.start = start;
    this.count = count;
    this.ordered = ordered;
  }

  /** The size of each. */
  static int bytes(boolean ordered) {
    return ordered ? BYTES + SEQUENCE : BYTES;
  }

  boolean ordered() {
    return ordered;
  }

  @Override
  public StoredEvent.Target get(int index) {
    ByteReader in =
        new ByteReader(record, start + Objects.checkIndex(index, count) * bytes(ordered));
    return new StoredEvent.Target(
        new SubscriptionId(in.u64(), in.u64()),
        new EndpointId(in.u64(), in.u64()),
        Rendering.decode(in.u8()),
        ordered ? in.u64() : 0);
  }

  @Override
  public int size() {
    return count;
  }

  /** The offset after them in the record. */
  int end() {
    return start + count * bytes(ordered);
  }
}
