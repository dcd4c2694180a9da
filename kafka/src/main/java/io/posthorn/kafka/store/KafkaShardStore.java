package io.posthorn.kafka.store;

import io.posthorn.core.store.ShardStore;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * A shard store on the two state stores of its task. Each write goes to the store and its changelog
 * within the task's transaction, which only Streams commits.
 */
public final class KafkaShardStore implements ShardStore {
  private final KeyValueStore<Bytes, byte[]> state;
  private final KeyValueStore<Bytes, byte[]> history;
  private final SplitView view;
  private final WriteObserver observer;

  public KafkaShardStore(
      KeyValueStore<Bytes, byte[]> state,
      KeyValueStore<Bytes, byte[]> history,
      WriteObserver observer) {
    this.state = state;
    this.history = history;
    this.observer = observer;
    view = new SplitView(state, history);
  }

  @Override
  public byte @Nullable [] get(byte[] key) {
    return view.get(key);
  }

  @Override
  public void scan(byte[] from, byte[] to, Visitor visitor) {
    view.scan(from, to, visitor);
  }

  @Override
  public void scanBack(byte[] from, byte[] to, Visitor visitor) {
    view.scanBack(from, to, visitor);
  }

  @Override
  public void put(byte[] key, byte[] value) {
    observer.changes(key, value, view::get);
    store(key).put(Bytes.wrap(key), value);
  }

  @Override
  @SuppressWarnings("NullAway") // null removes; Kafka's API is not annotated
  public void delete(byte[] key) {
    observer.changes(key, null, view::get);
    // Not delete(), which reads the old value first to return it.
    store(key).put(Bytes.wrap(key), null);
  }

  private KeyValueStore<Bytes, byte[]> store(byte[] key) {
    return StorePart.of(key) == StorePart.STATE ? state : history;
  }
}
