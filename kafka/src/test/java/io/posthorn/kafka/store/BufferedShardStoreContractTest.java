package io.posthorn.kafka.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.store.ShardStore;
import io.posthorn.core.store.ShardStoreContract;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The shard store contract, with writes that are not applied yet. */
final class BufferedShardStoreContractTest extends ShardStoreContract {
  @TempDir Path parent;
  private final List<TaskStores> opened = new ArrayList<>();

  @Override
  protected ShardStore openEmpty() {
    return new BufferedShardStore(openBelow());
  }

  private KafkaShardStore openBelow() {
    opened.add(TaskStores.open(parent.resolve("state-" + opened.size())));
    return opened.getLast().store(WriteObserver.NONE);
  }

  @AfterEach
  void close() {
    opened.forEach(TaskStores::close);
  }

  @Test
  void scans_merge_written_entries_with_those_below_in_both_directions() {
    KafkaShardStore below = openBelow();
    for (int key : List.of(2, 4, 6, 8)) {
      below.put(bytes(key), bytes(key));
    }
    BufferedShardStore store = new BufferedShardStore(below);
    store.put(bytes(1), bytes(1));
    store.delete(bytes(4));
    store.put(bytes(5), bytes(5));
    store.put(bytes(6), bytes(60));
    store.put(bytes(9), bytes(9));

    assertThat(scan(store, 100)).containsExactly("1=1", "2=2", "5=5", "6=60", "8=8", "9=9");
    assertThat(scan(store, 3)).containsExactly("1=1", "2=2", "5=5");
    assertThat(scanBack(store, 100)).containsExactly("9=9", "8=8", "6=60", "5=5", "2=2", "1=1");
    assertThat(scanBack(store, 1)).containsExactly("9=9");
  }

  @Test
  void below_only_applied_writes_are_seen() {
    KafkaShardStore below = openBelow();
    below.put(bytes(1), bytes(1));
    BufferedShardStore store = new BufferedShardStore(below);
    store.put(bytes(2), bytes(2));
    store.delete(bytes(1));
    store.discard();
    assertThat(scan(store, 100)).containsExactly("1=1");

    store.put(bytes(2), bytes(2));
    store.delete(bytes(1));
    assertThat(scan(below, 100)).containsExactly("1=1");
    store.apply();
    assertThat(scan(below, 100)).containsExactly("2=2");
  }

  private static byte[] bytes(int value) {
    return new byte[] {(byte) value};
  }

  private static List<String> scan(ShardStore store, int most) {
    List<String> seen = new ArrayList<>();
    store.scan(bytes(0), bytes(100), (key, value) -> note(seen, key, value) < most);
    return seen;
  }

  private static List<String> scanBack(ShardStore store, int most) {
    List<String> seen = new ArrayList<>();
    store.scanBack(bytes(0), bytes(100), (key, value) -> note(seen, key, value) < most);
    return seen;
  }

  private static int note(List<String> seen, byte[] key, byte[] value) {
    seen.add(key[0] + "=" + value[0]);
    return seen.size();
  }
}
