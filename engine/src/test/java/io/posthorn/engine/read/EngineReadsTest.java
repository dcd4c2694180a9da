package io.posthorn.engine.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.directory.Directory;
import io.posthorn.core.matching.SubscriptionIndex;
import io.posthorn.core.shard.layout.StoreKeys;
import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.core.store.InMemoryShardStore;
import io.posthorn.core.store.ShardView;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Reads of an engine whose directory in memory follows its commits a moment later. */
final class EngineReadsTest {
  private final InMemoryShardStore committed = new InMemoryShardStore();
  private final InMemoryShardStore directory = new InMemoryShardStore();
  private final EngineReads reads =
      new EngineReads(
          new SingleShardReads(this::snapshot, directory, new SubscriptionIndex()),
          Rules.DEFAULT,
          () -> 0);

  @Test
  void a_customer_exists_from_the_commit_of_its_creation_until_its_erasure_begins() {
    committed.put(Directory.customerKey("acme"), new byte[8]);
    assertThat(reads.customerExists("acme")).isTrue();

    committed.put(StoreKeys.erasing("acme"), new byte[] {0});
    assertThat(reads.customerExists("acme")).isFalse();
  }

  @Test
  void a_customer_whose_erasure_was_just_committed_does_not_exist() {
    directory.put(Directory.customerKey("acme"), new byte[8]); // not removed yet; its mark is

    assertThat(reads.customerExists("acme")).isFalse();
  }

  private <T extends @Nullable Object> T snapshot(Function<ShardView, T> reader) {
    return reader.apply(committed);
  }
}
