package io.posthorn.kafka.read;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.event.EventKey;
import io.posthorn.core.shard.protocol.ShardAssignment;
import io.posthorn.core.store.ByteWriter;
import io.posthorn.core.store.InMemoryShardStore;
import io.posthorn.core.store.ShardView;
import io.posthorn.core.store.Table;
import io.posthorn.kafka.directory.DirectoryEntries;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Four shards on two nodes: 0 and 1 here, 2 on node {@code other}, 3 on node {@code gone}. */
final class ClusterReadsTest implements ShardMap, Peers {
  private static final ShardAssignment ASSIGNMENT = new ShardAssignment(4);
  private static final byte[] VALUE = {7};

  private final List<InMemoryShardStore> stores = new ArrayList<>();
  private final DirectoryEntries directory = new DirectoryEntries();
  private final ClusterReads reads =
      new ClusterReads(ASSIGNMENT, directory, this, this, () -> 0, Duration.ZERO);
  private final Set<String> missed = new ConcurrentSkipListSet<>();
  private boolean allReachable = true;
  private final AtomicInteger pages = new AtomicInteger();
  private final AtomicInteger questions = new AtomicInteger();
  private final AtomicInteger singles = new AtomicInteger();
  private final AtomicLong bytes = new AtomicLong();

  ClusterReadsTest() {
    for (int i = 0; i < 4; i++) {
      stores.add(new InMemoryShardStore());
    }
  }

  @Override
  public @Nullable ShardView here(int shard) {
    return shard < 2 ? stores.get(shard) : null;
  }

  @Override
  public String node(int shard) {
    return shard == 2 ? "other" : "gone";
  }

  @Override
  public byte @Nullable [] get(RemoteShard remote, byte[] key) {
    check(remote);
    singles.incrementAndGet();
    return stores.get(remote.shard()).get(key);
  }

  @Override
  public Page values(RemoteShard remote, List<byte[]> keys) {
    check(remote);
    questions.incrementAndGet();
    Page page = Page.of(stores.get(remote.shard()), keys);
    bytes.addAndGet(page.bytes());
    return page;
  }

  @Override
  public Page scan(RemoteShard remote, Range range) {
    check(remote);
    pages.incrementAndGet();
    return range.read(stores.get(remote.shard()));
  }

  @Override
  public @Nullable ShardView copyHere(int shard) {
    return null;
  }

  @Override
  public List<String> copies(int shard) {
    return List.of();
  }

  private void check(RemoteShard remote) {
    if (!allReachable && remote.node().equals("gone")) {
      throw new ShardUnreachableException(remote.node(), "it is gone");
    }
  }

  @Test
  void an_endpoint_is_read_where_it_belongs_and_nowhere_else() {
    EndpointId third = new EndpointId(3 + 4 * 9L, 5);
    byte[] key = endpointRecord(third);
    stores.get(0).put(key, VALUE); // not its shard
    assertThat(value(key)).isNull();
    stores.get(3).put(key, VALUE);
    assertThat(value(key)).isEqualTo(VALUE);
  }

  @Test
  void a_message_is_read_where_its_id_says_or_else_where_it_has_moved_to() {
    byte[] key = ofEvent(Table.MESSAGE, EventKey.of(1_000, 1, 5, 9));
    stores.get(2).put(key, VALUE);
    assertThat(value(key)).isEqualTo(VALUE);
    stores.get(1).put(key, new byte[] {8});
    assertThat(value(key)).isEqualTo(new byte[] {8});
  }

  @Test
  void the_directory_is_read_from_memory() {
    byte[] key = ByteWriter.key(Table.CUSTOMER_RECORD).word("acme").toBytes();
    directory.apply(key, VALUE);
    stores.get(0).put(ByteWriter.key(Table.CUSTOMER_RECORD).word("other").toBytes(), VALUE);
    assertThat(keys(new byte[] {18}, new byte[] {19}, false)).containsExactly(key);
  }

  @Test
  void ranges_are_merged_in_the_order_of_their_keys_in_both_directions() {
    TreeMap<byte[], byte[]> all = new TreeMap<>(Arrays::compareUnsigned);
    Random random = new Random(20_260_601);
    for (int i = 0; i < 2_000; i++) {
      byte[] key =
          ByteWriter.key(Table.ENDED)
              .word("default")
              .u64(random.nextInt(1_000_000))
              .u32(i)
              .toBytes();
      all.put(key, VALUE);
      stores.get(random.nextInt(4)).put(key, VALUE);
    }
    byte[] from = {Table.ENDED.number()};
    byte[] to = {(byte) (Table.ENDED.number() + 1)};
    assertThat(keys(from, to, false)).containsExactlyElementsOf(all.keySet());
    assertThat(keys(from, to, true)).containsExactlyElementsOf(all.descendingKeySet());
  }

  @Test
  void an_event_in_two_shards_is_read_from_the_one_that_its_key_names() {
    byte[] key = ofEvent(Table.EVENT, EventKey.of(1_000, 1, 5, 9));
    stores.get(1).put(key, VALUE);
    stores.get(0).put(key, new byte[] {8}); // which took over one of its messages
    stores.get(2).put(key, new byte[] {9});
    byte[] from = {Table.EVENT.number()};
    byte[] to = {(byte) (Table.EVENT.number() + 1)};
    for (boolean back : new boolean[] {false, true}) {
      List<byte[]> seen = new ArrayList<>();
      reads.readMerged(
          missed::add,
          view -> {
            if (back) {
              view.scanBack(from, to, (found, value) -> seen.add(value));
            } else {
              view.scan(from, to, (found, value) -> seen.add(value));
            }
            return true;
          });
      assertThat(seen).containsExactly(VALUE);
    }
  }

  @Test
  void a_scan_ends_when_its_visitor_returns_false() {
    for (int i = 0; i < 1_000; i++) {
      stores.get(2).put(ByteWriter.key(Table.AUDIT).u64(i).toBytes(), VALUE);
    }
    List<byte[]> seen = new ArrayList<>();
    reads.readMerged(
        missed::add,
        view -> {
          view.scan(
              new byte[] {Table.AUDIT.number()},
              new byte[] {(byte) (Table.AUDIT.number() + 1)},
              (key, value) -> seen.add(key) && seen.size() < 10);
          return true;
        });
    assertThat(seen).hasSize(10);
    assertThat(pages).hasValue(2); // one of each of the two shards elsewhere
  }

  @Test
  void one_endpoints_range_is_read_from_its_shard_alone() {
    EndpointId second = new EndpointId(2, 5);
    byte[] prefix = ofEndpoint(Table.LANE, second);
    byte[] entry = new ByteWriter(30).raw(prefix).u8(1).toBytes();
    stores.get(2).put(entry, VALUE);
    byte[] end = prefix.clone();
    end[end.length - 1]++;
    assertThat(keys(prefix, end, false)).containsExactly(entry);
    assertThat(pages).hasValue(1);
  }

  @Test
  void an_unreachable_node_is_named_and_the_rest_is_read() {
    byte[] key = ByteWriter.key(Table.AUDIT).u64(1).toBytes();
    stores.get(0).put(key, VALUE);
    allReachable = false;
    assertThat(keys(new byte[] {19}, new byte[] {20}, false)).containsExactly(key);
    assertThat(missed).containsExactly("gone");
  }

  @Test
  void a_reader_learns_of_an_unreachable_node_at_once() {
    byte[] here = endpointRecord(new EndpointId(1, 5));
    byte[] gone = endpointRecord(new EndpointId(3, 5));
    allReachable = false;

    List<Boolean> results =
        reads.readMerged(
            missed::add,
            view -> {
              view.get(here);
              boolean before = missed.isEmpty();
              view.get(gone);
              return List.of(before, missed.contains("gone"));
            });

    assertThat(results).containsExactly(true, true);
  }

  @Test
  void metrics_are_read_from_each_shard_separately() {
    byte[] key = ByteWriter.key(Table.STATS).word("default").u64(0).u64(0).u64(60).toBytes();
    for (int shard = 0; shard < 4; shard++) {
      stores.get(shard).put(key, new byte[] {(byte) shard});
    }
    List<String> values =
        reads.readEach(
            missed::add,
            view -> {
              byte[] value = view.get(key);
              return value == null ? "" : String.valueOf(value[0]);
            });
    assertThat(values).containsExactly("0", "1", "2", "3");
  }

  @Test
  void expected_keys_are_fetched_together() {
    List<byte[]> keys = new ArrayList<>();
    for (int i = 0; i < 400; i++) {
      byte[] key = ofEvent(Table.MESSAGE, EventKey.of(1_000 + i, i % 4, 5, 9));
      keys.add(key);
      if (i % 3 > 0) { // the others are nowhere, or have moved
        stores.get(i % 4).put(key, new byte[] {(byte) i});
      }
    }
    stores.get(3).put(keys.getFirst(), VALUE);

    List<Integer> values =
        reads.readMerged(
            missed::add,
            view -> {
              view.expect(keys);
              return keys.stream().map(key -> firstByte(view.get(key))).toList();
            });

    assertThat(values.getFirst()).isEqualTo(VALUE[0]);
    for (int i = 1; i < 400; i++) {
      assertThat(values.get(i)).isEqualTo(i % 3 == 0 ? -1 : i & 0xFF);
    }
    // Two shards elsewhere, each asked for its own and for what was not where its key says.
    assertThat(questions).hasValue(4);
  }

  @Test
  void a_large_response_comes_in_pages() {
    List<byte[]> keys = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      keys.add(endpointRecord(new EndpointId(2, i)));
      stores.get(2).put(keys.get(i), new byte[600_000]);
    }

    List<Integer> sizes =
        reads.readMerged(
            missed::add,
            view -> {
              view.expect(keys);
              return keys.stream().map(key -> size(view.get(key))).toList();
            });

    assertThat(sizes).containsOnly(600_000);
    assertThat(questions).hasValue(3);
  }

  @Test
  void prefetching_stops_at_its_limit_and_the_rest_is_read_on_demand() {
    List<byte[]> messages = events(Table.MESSAGE, 40);
    List<byte[]> events = events(Table.EVENT, 40);
    events.forEach(key -> stores.get(2).put(key, new byte[1 << 20]));
    List<byte[]> keys = new ArrayList<>(messages);
    keys.addAll(events);

    List<Integer> sizes =
        reads.readMerged(
            missed::add,
            view -> {
              view.expect(keys);
              assertThat(bytes.get()).isBetween(15L << 20, 18L << 20);
              messages.forEach(key -> assertThat(view.get(key)).isNull());
              assertThat(singles).hasValue(0);
              return events.stream().map(key -> size(view.get(key))).toList();
            });

    assertThat(sizes).hasSize(40).containsOnly(1 << 20);
  }

  @Test
  void the_prefetch_limit_holds_for_each_shard() {
    List<byte[]> events = events(Table.EVENT, 40);
    events.forEach(key -> stores.get(2).put(key, new byte[1 << 20]));

    List<Integer> sums =
        reads.readEach(
            missed::add,
            view -> {
              view.expect(events);
              return events.stream().mapToInt(key -> size(view.get(key))).sum();
            });

    assertThat(bytes.get()).isBetween(15L << 20, 18L << 20);
    assertThat(sums).containsExactly(0, 0, 40 << 20, 0);
  }

  @Test
  void prefetched_values_are_kept_up_to_a_limit() {
    List<byte[]> events = events(Table.EVENT, 30);
    events.forEach(key -> stores.get(2).put(key, new byte[1 << 20]));

    reads.readMerged(
        missed::add,
        view -> {
          view.expect(events.subList(0, 5));
          view.expect(events.subList(5, 10));
          events.subList(0, 10).forEach(view::get);
          assertThat(singles).as("asked for one by one").hasValue(0);
          view.expect(events.subList(10, 20));
          view.get(events.get(15));
          assertThat(singles).hasValue(0);
          view.get(events.get(5));
          assertThat(singles).hasValue(1);
          return true;
        });
  }

  /** Keys of events that were taken in by shard 2. */
  private static List<byte[]> events(Table table, int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> ofEvent(table, EventKey.of(1_000 + i, 2, 5, 9)))
        .toList();
  }

  @Test
  void shards_are_read_in_parallel() {
    CountDownLatch all = new CountDownLatch(4);

    List<Boolean> met =
        reads.readEach(
            missed::add,
            view -> {
              all.countDown();
              try {
                return all.await(30, TimeUnit.SECONDS);
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
            });

    assertThat(met).containsExactly(true, true, true, true);
  }

  private static int firstByte(byte @Nullable [] value) {
    return value == null ? -1 : value[0] & 0xFF;
  }

  private static int size(byte @Nullable [] value) {
    return value == null ? 0 : value.length;
  }

  private byte @Nullable [] value(byte[] key) {
    return reads.<byte @Nullable []>readMerged(missed::add, view -> view.get(key));
  }

  private List<byte[]> keys(byte[] from, byte[] to, boolean back) {
    return reads.readMerged(missed::add, view -> collect(view, from, to, back));
  }

  private static List<byte[]> collect(ShardView view, byte[] from, byte[] to, boolean back) {
    List<byte[]> keys = new ArrayList<>();
    if (back) {
      view.scanBack(from, to, (key, value) -> keys.add(key));
    } else {
      view.scan(from, to, (key, value) -> keys.add(key));
    }
    return keys;
  }

  private static byte[] ofEndpoint(Table table, EndpointId id) {
    return ByteWriter.key(table).u64(id.high()).u64(id.low()).toBytes();
  }

  private static byte[] endpointRecord(EndpointId id) {
    return ByteWriter.key(Table.ENDPOINT).word("default").u64(id.high()).u64(id.low()).toBytes();
  }

  private static byte[] ofEvent(Table table, EventKey key) {
    ByteWriter out = ByteWriter.key(table).raw("default".getBytes(UTF_8)).u8(0);
    key.write(out);
    return out.u32(0).toBytes();
  }
}
