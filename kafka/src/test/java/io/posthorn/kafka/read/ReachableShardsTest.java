package io.posthorn.kafka.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.store.InMemoryShardStore;
import io.posthorn.core.store.ShardView;
import io.posthorn.engine.read.CopyReads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A shard whose node does not respond, and its copies. */
final class ReachableShardsTest implements ShardMap, Peers {
  private static final byte[] KEY = {1, 2};
  private static final byte[] OLD = {3};

  private final InMemoryShardStore copy = new InMemoryShardStore();
  private final List<RemoteShard> asked = new ArrayList<>();
  private final List<String> missed = new ArrayList<>();
  private final CopyReads permission = new CopyReads();
  private List<String> copies = List.of("building", "standby");
  private boolean copyHere;
  private boolean down = true;

  ReachableShardsTest() {
    copy.put(KEY, OLD);
  }

  @Override
  public @Nullable ShardView here(int shard) {
    return null;
  }

  @Override
  public String node(int shard) {
    return "owner";
  }

  @Override
  public @Nullable ShardView copyHere(int shard) {
    return copyHere ? copy : null;
  }

  @Override
  public List<String> copies(int shard) {
    return copies;
  }

  @Override
  public byte @Nullable [] get(RemoteShard remote, byte[] key) {
    asked.add(remote);
    boolean found = remote.copy() ? remote.node().equals("standby") : !down;
    if (!found) {
      throw new ShardUnreachableException(remote.node(), "it does not have the shard");
    }
    return copy.get(key);
  }

  @Override
  public Page values(RemoteShard remote, List<byte[]> keys) {
    throw new AssertionError("one value is asked for");
  }

  @Override
  public Page scan(RemoteShard remote, Range range) {
    throw new AssertionError("one value is asked for");
  }

  @Test
  void a_call_that_shows_data_gets_it_from_a_copy_and_knows_that() {
    assertThat(shown(2)).containsExactly(OLD, OLD);
    assertThat(permission.used()).isTrue();
    assertThat(missed).isEmpty();
    // The second lookup of the same read does not wait for the owner again.
    assertThat(asked).filteredOn(remote -> remote.node().equals("owner")).hasSize(1);
  }

  @Test
  void a_copy_on_this_node_is_read_first() {
    copyHere = true;
    assertThat(shown(1)).containsExactly(OLD);
    assertThat(asked).extracting(RemoteShard::node).containsExactly("owner");
    assertThat(permission.used()).isTrue();
  }

  @Test
  void without_a_copy_the_node_is_reported() {
    copies = List.of("building");
    assertThat(shown(1)).containsOnlyNulls();
    assertThat(missed).containsExactly("owner");
    assertThat(permission.used()).isFalse();
  }

  @Test
  void a_shard_that_responds_is_read_itself() {
    down = false;
    assertThat(shown(2)).containsExactly(OLD, OLD);
    assertThat(permission.used()).isFalse();
    assertThat(asked).noneMatch(RemoteShard::copy);
  }

  @Test
  void a_call_that_decides_something_reads_no_copy() {
    copyHere = true;
    assertThat(shards().get(3, KEY)).isNull();
    assertThat(missed).containsExactly("owner");
    assertThat(asked).noneMatch(RemoteShard::copy);
  }

  private List<byte @Nullable []> shown(int times) {
    return permission.allow(
        () -> {
          ReachableShards shards = shards();
          List<byte @Nullable []> values = new ArrayList<>();
          for (int i = 0; i < times; i++) {
            values.add(shards.get(3, KEY));
          }
          return values;
        });
  }

  private ReachableShards shards() {
    return new ReachableShards(
        this, this, Duration.ZERO, node -> missed.add(Objects.requireNonNull(node)));
  }
}
