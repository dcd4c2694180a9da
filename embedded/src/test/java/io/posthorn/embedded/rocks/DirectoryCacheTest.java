package io.posthorn.embedded.rocks;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.shard.read.CustomerReader;
import io.posthorn.core.store.ByteWriter;
import io.posthorn.core.store.ShardView;
import io.posthorn.core.store.Table;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The cache serves the lookups of every call from memory. */
final class DirectoryCacheTest {
  private static final byte[] VALUE = {1, 2, 3, 4, 5, 6, 7, 8};

  private final EmptyStore store = new EmptyStore();
  private final DirectoryCache cache = new DirectoryCache(store);

  @Test
  void a_call_reads_nothing_of_its_customer_from_the_store() {
    commit(customer(), VALUE);
    assertThat(new CustomerReader(cache).exists("acme")).isTrue();
    assertThat(new CustomerReader(cache).exists("other")).isFalse();
    assertThat(store.read).isEmpty();
  }

  @Test
  void a_customer_whose_erasure_has_begun_does_not_exist() {
    commit(customer(), VALUE);
    commit(erasing(), new byte[] {0});
    assertThat(new CustomerReader(cache).exists("acme")).isFalse();
  }

  @Test
  void other_tables_are_read_from_the_store() {
    byte[] key = ByteWriter.key(Table.CUSTOMER).word("acme").toBytes();
    assertThat(cache.get(key)).isNull();
    assertThat(store.read).containsExactly(key);
  }

  private void commit(byte[] key, byte[] value) {
    UncommittedWrites writes = UncommittedWrites.empty();
    writes.put(key, value);
    cache.follow(writes);
  }

  private static byte[] customer() {
    return ByteWriter.key(Table.CUSTOMER_RECORD).word("acme").toBytes();
  }

  private static byte[] erasing() {
    return ByteWriter.key(Table.SWEEP).u8(3).word("acme").toBytes();
  }

  /** A store without entries that notes which keys are read. */
  private static final class EmptyStore implements ShardView {
    final List<byte[]> read = new ArrayList<>();

    @Override
    public byte @Nullable [] get(byte[] key) {
      read.add(key);
      return null;
    }

    @Override
    public void scan(byte[] from, byte[] to, Visitor visitor) {}

    @Override
    public void scanBack(byte[] from, byte[] to, Visitor visitor) {}
  }
}
