package io.posthorn.core.store;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class CountingShardStoreTest extends ShardStoreContract {
  @Override
  protected ShardStore openEmpty() {
    CountingShardStore store = new CountingShardStore(new InMemoryShardStore());
    store.rememberRemains();
    return store;
  }

  @Test
  void reads_writes_and_scanned_entries_are_counted() {
    CountingShardStore store = new CountingShardStore(new InMemoryShardStore());
    store.rememberRemains();
    for (int i = 0; i < 10; i++) {
      store.put(laneKey(i), new byte[0]);
    }
    for (int i = 0; i < 4; i++) {
      store.delete(laneKey(i));
    }
    store.scan(laneKey(1), laneKey(9), (key, value) -> key[1] < 6);

    assertThat(store.writes(Table.LANE)).isEqualTo(14);
    assertThat(store.writes()).isEqualTo(14);
    assertThat(store.reads(Table.LANE)).isEqualTo(3); // 4, 5 and 6
    assertThat(store.remainsVisited()).isEqualTo(3); // 1, 2 and 3
    store.reset();
    store.scanBack(laneKey(2), laneKey(5), (key, value) -> true);
    assertThat(store.reads(Table.LANE)).isEqualTo(1);
    assertThat(store.remainsVisited()).isEqualTo(2);
  }

  private static byte[] laneKey(int i) {
    return new byte[] {Table.LANE.number(), (byte) i};
  }
}
