package io.posthorn.embedded;

import io.posthorn.core.matching.SubscriptionIndex;
import io.posthorn.core.store.ShardView;
import io.posthorn.embedded.rocks.EmbeddedStore;
import io.posthorn.engine.read.ShardReads;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The reads of an embedded engine, on its single shard. */
record StoreReads(EmbeddedStore store, SubscriptionIndex subscriptions) implements ShardReads {
  @Override
  public <T extends @Nullable Object> T readMerged(
      Consumer<String> missed, Function<ShardView, T> reader) {
    return store.withSnapshot(reader);
  }

  @Override
  public <T extends @Nullable Object> List<T> readEach(
      Consumer<String> missed, Function<ShardView, T> reader) {
    return Collections.singletonList(store.withSnapshot(reader));
  }

  @Override
  public <T extends @Nullable Object> T readDirectory(Function<ShardView, T> reader) {
    return reader.apply(store.directoryView());
  }

  @Override
  public boolean isSingle() {
    return true;
  }

  @Override
  public long historyFrom() {
    return 0;
  }
}
