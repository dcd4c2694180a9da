package io.posthorn.engine.read;

import io.posthorn.core.matching.SubscriptionIndex;
import io.posthorn.core.store.ShardView;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The reads of an engine with one shard.
 *
 * @param directory the committed state with keys and customers in memory
 */
public record SingleShardReads(
    Snapshots snapshots, ShardView directory, SubscriptionIndex subscriptions)
    implements ShardReads {

  /** Snapshots of the shard's committed state. */
  @FunctionalInterface
  public interface Snapshots {
    <T extends @Nullable Object> T read(Function<ShardView, T> reader);
  }

  @Override
  public <T extends @Nullable Object> T readMerged(
      Consumer<String> missed, Function<ShardView, T> reader) {
    return snapshots.read(reader);
  }

  @Override
  public <T extends @Nullable Object> List<T> readEach(
      Consumer<String> missed, Function<ShardView, T> reader) {
    return Collections.singletonList(snapshots.read(reader));
  }

  @Override
  public <T extends @Nullable Object> T readDirectory(Function<ShardView, T> reader) {
    return reader.apply(directory);
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
