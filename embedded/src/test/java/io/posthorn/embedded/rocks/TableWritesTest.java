package io.posthorn.embedded.rocks;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** TableWrites behaves like a sorted map in lookups, scans and commits. */
final class TableWritesTest {
  private final TableWrites writes = new TableWrites();

  @ParameterizedTest
  @ValueSource(ints = {1, 63, 64, 65, 5_000})
  void writes_are_found_and_iterated_in_key_order(int count) {
    NavigableMap<byte[], byte[]> expected = fill(new Random(count), count);
    assertThat(writes.get("unwritten".getBytes(StandardCharsets.UTF_8))).isNull();
    expected.forEach((key, value) -> assertThat(writes.get(key.clone())).isSameAs(value));
    assertThat(shown()).isEqualTo(List.copyOf(expected.keySet()));
    // A sorted view includes later writes.
    assertThat(writes.inOrder()).containsExactlyEntriesOf(expected);
    byte[] last = expected.lastKey();
    writes.put(last, new byte[] {9});
    assertThat(writes.inOrder().get(last)).containsExactly(9);
    assertThat(shown()).hasSize(expected.size());
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 2_000})
  void clearing_leaves_nothing_for_the_next_commit(int next) {
    fill(new Random(7), 5_000);
    writes.clear();
    assertThat(shown()).isEmpty();
    assertThat(writes.inOrder()).isEmpty();
    writes.clear();
    fill(new Random(8), next);
    writes.clear();
    NavigableMap<byte[], byte[]> expected = fill(new Random(9), next);
    assertThat(shown()).isEqualTo(List.copyOf(expected.keySet()));
  }

  /** Some keys come twice, and the last value counts. */
  private NavigableMap<byte[], byte[]> fill(Random random, int count) {
    NavigableMap<byte[], byte[]> expected = new TreeMap<>(Arrays::compareUnsigned);
    for (int i = 0; i < count; i++) {
      byte[] key = new byte[1 + random.nextInt(40)];
      random.nextBytes(key);
      byte[] value = {(byte) i};
      if (i % 3 == 1) {
        key = expected.lastKey();
      }
      writes.put(key, value);
      expected.put(key, value);
    }
    return expected;
  }

  private List<byte[]> shown() {
    List<byte[]> keys = new ArrayList<>();
    writes.forEach((key, value) -> keys.add(key));
    return keys;
  }
}
