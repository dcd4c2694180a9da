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
  static final int BYTES = 33;

  private final byte[] record;
  private final int start;
  private final int count;

  StoredTargets(byte[] record, int start, int count) {
    if (count > (record.length - start) / BYTES) {
      throw new IllegalStateException("damaged record: ends within its " + count + " targets");
    }
    this.record = record;
    this.start = start;
    this.count = count;
  }

  @Override
  public StoredEvent.Target get(int index) {
    ByteReader in = new ByteReader(record, start + Objects.checkIndex(index, count) * BYTES);
    return new StoredEvent.Target(
        new SubscriptionId(in.u64(), in.u64()),
        new EndpointId(in.u64(), in.u64()),
        Rendering.decode(in.u8()));
  }

  @Override
  public int size() {
    return count;
  }

  /** The offset after them in the record. */
  int end() {
    return start + count * BYTES;
  }
}
