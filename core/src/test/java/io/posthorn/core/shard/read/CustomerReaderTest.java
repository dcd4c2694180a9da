package io.posthorn.core.shard.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.directory.Directory;
import io.posthorn.core.shard.layout.StoreKeys;
import io.posthorn.core.store.InMemoryShardStore;
import io.posthorn.core.store.ShardView;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class CustomerReaderTest {
  private final InMemoryShardStore store = new InMemoryShardStore();

  @Test
  void a_customer_exists_from_its_creation_until_its_erasure_begins() {
    assertThat(new CustomerReader(store).exists("acme")).isFalse();

    store.put(Directory.customerKey("acme"), new byte[8]);
    assertThat(new CustomerReader(store).exists("acme")).isTrue();

    store.put(StoreKeys.erasing("acme"), new byte[] {0});
    assertThat(new CustomerReader(store).exists("acme")).isFalse();
  }

  @Test
  void an_erasure_that_ends_between_two_reads_does_not_show_the_customer_again() {
    store.put(Directory.customerKey("acme"), new byte[8]);
    store.put(StoreKeys.erasing("acme"), new byte[] {0});

    boolean exists = new CustomerReader(new ErasedAfterOneRead()).exists("acme");

    assertThat(exists).isFalse();
  }

  /** A view without a snapshot: the customer's erasure ends after the first read. */
  private final class ErasedAfterOneRead implements ShardView {
    @Override
    public byte @Nullable [] get(byte[] key) {
      byte[] value = store.get(key);
      store.delete(Directory.customerKey("acme"));
      store.delete(StoreKeys.erasing("acme"));
      return value;
    }

    @Override
    public void scan(byte[] from, byte[] to, Visitor visitor) {
      store.scan(from, to, visitor);
    }

    @Override
    public void scanBack(byte[] from, byte[] to, Visitor visitor) {
      store.scanBack(from, to, visitor);
    }
  }
}
