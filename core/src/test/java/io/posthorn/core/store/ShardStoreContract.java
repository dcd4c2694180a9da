package io.posthorn.core.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * The contract of every shard store. An adapter's test extends this class and opens an empty store.
 */
public abstract class ShardStoreContract {
  private static final byte[] FIRST = {1};
  private static final byte[] BEHIND_ALL = {(byte) 0xFF, (byte) 0xFF, (byte) 0xFF};

  /** An empty store; the test's class closes it. */
  protected abstract ShardStore openEmpty();

  @Test
  void a_key_that_was_never_written_has_no_value() {
    ShardStore store = openEmpty();
    store.put(key("01"), text("one"));
    assertThat(store.get(key("02"))).isNull();
    assertThat(store.get(key("0101"))).isNull();
  }

  @Test
  void reads_see_the_writes_made_before_them() {
    ShardStore store = openEmpty();
    store.put(key("01"), text("one"));
    assertThat(store.get(key("01"))).isEqualTo(text("one"));
    assertThat(scan(store, FIRST, BEHIND_ALL)).containsExactly("01");
    assertThat(scanBack(store, FIRST, BEHIND_ALL)).containsExactly("01");
  }

  @Test
  void a_second_write_replaces_the_first() {
    ShardStore store = openEmpty();
    store.put(key("01"), text("one"));
    store.put(key("01"), text("another"));
    assertThat(store.get(key("01"))).isEqualTo(text("another"));
    assertThat(scan(store, FIRST, BEHIND_ALL)).containsExactly("01");
  }

  @Test
  void a_removed_key_is_gone_for_reads_and_scans_and_can_be_written_again() {
    ShardStore store = openEmpty();
    store.put(key("01"), text("one"));
    store.put(key("02"), text("two"));
    store.delete(key("01"));
    assertThat(store.get(key("01"))).isNull();
    assertThat(scan(store, FIRST, BEHIND_ALL)).containsExactly("02");
    assertThat(scanBack(store, FIRST, BEHIND_ALL)).containsExactly("02");
    store.put(key("01"), text("again"));
    assertThat(store.get(key("01"))).isEqualTo(text("again"));
  }

  @Test
  void removing_a_key_that_is_not_there_does_nothing() {
    ShardStore store = openEmpty();
    store.put(key("02"), text("two"));
    store.delete(key("01"));
    assertThat(scan(store, FIRST, BEHIND_ALL)).containsExactly("02");
  }

  /** In the tables of events and messages, which stores may keep apart, and in another one. */
  @Test
  void a_removed_range_is_gone_for_reads_and_scans_and_its_neighbours_stay() {
    for (String table : List.of("05", "07", "0B")) {
      ShardStore store = openEmpty();
      List<String> keys = List.of("01", "0100", "02", "03", "0300", "04");
      keys.forEach(key -> store.put(key(table + key), text(key)));
      store.deleteRange(
          key(table + "0100"), key(table + "0300"), keys(table, List.of("0100", "02", "03")));
      List<String> left = List.of(table + "01", table + "0300", table + "04");
      assertThat(scan(store, FIRST, BEHIND_ALL)).isEqualTo(left);
      assertThat(scanBack(store, FIRST, BEHIND_ALL).reversed()).isEqualTo(left);
      assertThat(store.get(key(table + "02"))).isNull();
      assertThat(store.get(key(table + "0300"))).isEqualTo(text("0300"));
    }
  }

  @Test
  void a_key_in_a_removed_range_can_be_written_again() {
    for (String table : List.of("05", "07", "0B")) {
      ShardStore store = openEmpty();
      List<String> keys = List.of("01", "02", "03");
      keys.forEach(key -> store.put(key(table + key), text(key)));
      store.deleteRange(key(table + "01"), key(table + "04"), keys(table, keys));
      store.put(key(table + "02"), text("again"));
      assertThat(scan(store, FIRST, BEHIND_ALL)).containsExactly(table + "02");
      assertThat(scanBack(store, FIRST, BEHIND_ALL)).containsExactly(table + "02");
      assertThat(store.get(key(table + "02"))).isEqualTo(text("again"));
      assertThat(store.get(key(table + "03"))).isNull();
    }
  }

  @Test
  void a_removed_range_holds_writes_made_just_before() {
    ShardStore store = openEmpty();
    store.put(key("0501"), text("one"));
    store.put(key("0502"), text("two"));
    store.deleteRange(key("0501"), key("0502"), List.of(key("0501")));
    assertThat(store.get(key("0501"))).isNull();
    assertThat(scan(store, FIRST, BEHIND_ALL)).containsExactly("0502");
  }

  @Test
  void an_empty_value_is_a_value() {
    ShardStore store = openEmpty();
    store.put(key("01"), new byte[0]);
    assertThat(store.get(key("01"))).isNotNull().isEmpty();
    List<Integer> lengths = new ArrayList<>();
    store.scan(FIRST, BEHIND_ALL, (key, value) -> lengths.add(value.length));
    assertThat(lengths).containsExactly(0);
  }

  @Test
  void keys_are_ordered_as_unsigned_bytes_and_a_shorter_key_comes_before_its_extensions() {
    ShardStore store = openEmpty();
    for (String key : List.of("80", "7F", "01FF", "01", "0100", "FF", "0180", "017F", "8000")) {
      store.put(key(key), text(key));
    }
    String[] ordered = {"01", "0100", "017F", "0180", "01FF", "7F", "80", "8000", "FF"};
    assertThat(scan(store, FIRST, BEHIND_ALL)).containsExactly(ordered);
    assertThat(scanBack(store, FIRST, BEHIND_ALL).reversed()).containsExactly(ordered);
  }

  @Test
  void a_range_holds_its_start_and_not_its_end_in_both_directions() {
    ShardStore store = openEmpty();
    for (String key : List.of("01", "02", "0200", "03", "0300", "04")) {
      store.put(key(key), text(key));
    }
    assertThat(scan(store, key("02"), key("03"))).containsExactly("02", "0200");
    assertThat(scanBack(store, key("02"), key("03"))).containsExactly("0200", "02");
    assertThat(scan(store, key("0201"), key("0300"))).containsExactly("03");
    assertThat(scanBack(store, key("0201"), key("0300"))).containsExactly("03");
  }

  @Test
  void a_range_without_entries_visits_nothing() {
    ShardStore store = openEmpty();
    store.put(key("01"), text("one"));
    store.put(key("03"), text("three"));
    assertThat(scan(store, key("02"), key("03"))).isEmpty();
    assertThat(scanBack(store, key("02"), key("03"))).isEmpty();
    assertThat(scan(store, key("01"), key("01"))).isEmpty();
    assertThat(scanBack(store, key("01"), key("01"))).isEmpty();
    assertThat(scan(store, key("04"), BEHIND_ALL)).isEmpty();
    assertThat(scanBack(store, key("04"), BEHIND_ALL)).isEmpty();
  }

  @Test
  void a_scan_ends_when_the_visitor_has_seen_enough() {
    ShardStore store = openEmpty();
    for (int i = 1; i <= 100; i++) {
      store.put(new byte[] {(byte) i}, new byte[0]);
    }
    List<byte[]> seen = new ArrayList<>();
    store.scan(FIRST, BEHIND_ALL, (key, value) -> seen.add(key) && seen.size() < 3);
    assertThat(seen).containsExactly(new byte[] {1}, new byte[] {2}, new byte[] {3});
    seen.clear();
    store.scanBack(FIRST, BEHIND_ALL, (key, value) -> seen.add(key) && seen.size() < 2);
    assertThat(seen).containsExactly(new byte[] {100}, new byte[] {99});
  }

  @Test
  void a_visitor_sees_each_key_with_its_value() {
    ShardStore store = openEmpty();
    for (int i = 1; i <= 20; i++) {
      store.put(new byte[] {(byte) i}, text("value " + i));
    }
    List<String> seen = new ArrayList<>();
    store.scan(FIRST, BEHIND_ALL, (key, value) -> seen.add(key[0] + " " + string(value)));
    assertThat(seen).hasSize(20).contains("1 value 1", "20 value 20");
  }

  @Test
  void values_passed_to_a_visitor_do_not_change_later() {
    ShardStore store = openEmpty();
    for (int i = 1; i <= 50; i++) {
      store.put(new byte[] {(byte) i}, text("value " + i));
    }
    List<byte[]> keys = new ArrayList<>();
    List<byte[]> values = new ArrayList<>();
    store.scan(FIRST, BEHIND_ALL, (key, value) -> keys.add(key) && values.add(value));
    for (int i = 1; i <= 50; i++) {
      store.put(new byte[] {(byte) i}, text("changed"));
    }
    for (int i = 0; i < 50; i++) {
      assertThat(keys.get(i)).containsExactly(i + 1);
      assertThat(string(values.get(i))).isEqualTo("value " + (i + 1));
    }
  }

  @Test
  void reading_within_a_scan_is_allowed() {
    ShardStore store = openEmpty();
    store.put(key("01"), text("one"));
    store.put(key("02"), text("two"));
    List<String> seen = new ArrayList<>();
    store.scan(
        FIRST,
        BEHIND_ALL,
        (key, value) -> {
          byte[] again = store.get(key);
          seen.add(again == null ? "nothing" : string(again));
          store.scan(FIRST, key("02"), (k, v) -> seen.add(string(v)));
          return true;
        });
    assertThat(seen).containsExactly("one", "one", "two", "one");
  }

  @Test
  void long_keys_and_large_values_are_kept() {
    ShardStore store = openEmpty();
    byte[] key = new byte[4_000];
    Arrays.fill(key, (byte) 0xFE);
    byte[] value = new byte[2 << 20];
    new Random(1).nextBytes(value);
    store.put(key, value);
    assertThat(store.get(key)).isEqualTo(value);
    assertThat(store.get(Arrays.copyOf(key, key.length - 1))).isNull();
    List<byte[]> seen = new ArrayList<>();
    store.scan(key("FE"), BEHIND_ALL, (k, v) -> seen.add(k));
    assertThat(seen).containsExactly(key);
  }

  @Test
  void any_order_of_writes_and_removals_reads_like_a_sorted_map() {
    anyOrder((byte) 1);
    anyOrder(Table.EVENT.number());
  }

  private void anyOrder(byte table) {
    ShardStore store = openEmpty();
    TreeMap<byte[], byte[]> model = new TreeMap<>(Arrays::compareUnsigned);
    Random random = new Random(20_260_101);
    for (int round = 0; round < 3_000; round++) {
      byte[] key = randomKey(table, random);
      if (random.nextInt(30) == 0) {
        removeRange(store, model, key, randomKey(table, random));
      } else if (random.nextInt(3) == 0) {
        store.delete(key);
        model.remove(key);
      } else {
        byte[] value = text("value " + round);
        store.put(key, value);
        model.put(key, value);
      }
      if (round % 10 == 0) {
        check(store, model, randomKey(table, random), randomKey(table, random));
      }
    }
  }

  private static void removeRange(
      ShardStore store, NavigableMap<byte[], byte[]> model, byte[] from, byte[] to) {
    if (Arrays.compareUnsigned(from, to) < 0) {
      NavigableMap<byte[], byte[]> range = model.subMap(from, true, to, false);
      store.deleteRange(from, to, List.copyOf(range.keySet()));
      range.clear();
    }
  }

  private static void check(
      ShardStore store, NavigableMap<byte[], byte[]> model, byte[] one, byte[] other) {
    boolean ordered = Arrays.compareUnsigned(one, other) <= 0;
    byte[] from = ordered ? one : other;
    byte[] to = ordered ? other : one;
    NavigableMap<byte[], byte[]> range = model.subMap(from, true, to, false);
    List<String> expected = range.keySet().stream().map(HexFormat.of()::formatHex).toList();
    List<String> seen = new ArrayList<>();
    store.scan(
        from,
        to,
        (key, value) -> {
          assertThat(value).isEqualTo(model.get(key));
          return seen.add(HexFormat.of().formatHex(key));
        });
    assertThat(seen).isEqualTo(expected);
    seen.clear();
    store.scanBack(from, to, (key, value) -> seen.add(HexFormat.of().formatHex(key)));
    assertThat(seen.reversed()).isEqualTo(expected);
    assertThat(store.get(from)).isEqualTo(model.get(from));
  }

  /** Few enough different ones that keys meet again, are extensions of each other, and sort. */
  private static byte[] randomKey(byte table, Random random) {
    byte[] key = new byte[1 + random.nextInt(3)];
    byte[] alphabet = {0, 1, 0x7F, (byte) 0x80, (byte) 0xFF};
    key[0] = table;
    for (int i = 1; i < key.length; i++) {
      key[i] = alphabet[random.nextInt(alphabet.length)];
    }
    return key;
  }

  private static List<String> scan(ShardStore store, byte[] from, byte[] to) {
    List<String> keys = new ArrayList<>();
    store.scan(from, to, (key, value) -> keys.add(hex(key)));
    return keys;
  }

  private static List<String> scanBack(ShardStore store, byte[] from, byte[] to) {
    List<String> keys = new ArrayList<>();
    store.scanBack(from, to, (key, value) -> keys.add(hex(key)));
    return keys;
  }

  private static String hex(byte[] key) {
    return HexFormat.of().withUpperCase().formatHex(key);
  }

  private static byte[] key(String hex) {
    return HexFormat.of().parseHex(hex);
  }

  private static List<byte[]> keys(String table, List<String> rest) {
    return rest.stream().map(key -> key(table + key)).toList();
  }

  private static byte[] text(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String string(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
