package io.posthorn.sim.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.posthorn.core.store.ShardStore;
import io.posthorn.core.store.ShardStoreContract;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SimulatedDiskTest extends ShardStoreContract {
  private static final byte[] KEY = {1};

  private final SimulatedDisk disk = new SimulatedDisk();

  @Override
  protected ShardStore openEmpty() {
    return new SimulatedDisk();
  }

  private void commit(int value, boolean sync) {
    disk.put(KEY, new byte[] {(byte) value});
    disk.put(new byte[] {2, (byte) value}, KEY);
    disk.commit(sync);
  }

  private int value() {
    byte[] value = disk.get(KEY);
    return value == null ? 0 : value[0];
  }

  @Test
  void a_crash_takes_back_what_was_not_committed() {
    commit(1, true);
    disk.put(KEY, new byte[] {9});
    disk.delete(new byte[] {2, 1});

    assertThat(disk.crash(0)).isEqualTo(1);

    assertThat(value()).isEqualTo(1);
    assertThat(disk.get(new byte[] {2, 1})).isEqualTo(KEY);
  }

  @Test
  void the_end_of_a_process_takes_no_commit_back() {
    commit(1, false);
    commit(2, false);

    assertThat(disk.crash(2)).isEqualTo(2);

    assertThat(value()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void a_power_failure_leaves_the_oldest_of_the_commits_since_the_last_sync(int survivors) {
    for (int i = 1; i <= 4; i++) {
      commit(i, i == 2);
    }

    assertThat(disk.crash(survivors)).isEqualTo(2 + survivors);

    assertThat(value()).isEqualTo(2 + survivors);
    for (int i = 1; i <= 4; i++) {
      assertThat(disk.get(new byte[] {2, (byte) i}) != null).isEqualTo(i <= 2 + survivors);
    }
  }

  @Test
  void a_commit_is_lost_if_the_crash_precedes_its_write() {
    commit(1, true);
    disk.failAt(SimulatedCrash.Point.BEFORE_COMMIT);

    assertThatThrownBy(() -> commit(2, true)).isInstanceOf(SimulatedCrash.class);
    disk.crash(0);

    assertThat(value()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void a_commit_during_a_power_failure_is_stored_as_a_whole_or_not_at_all(int survivors) {
    disk.failAt(SimulatedCrash.Point.IN_COMMIT);
    disk.put(KEY, new byte[] {1});
    disk.put(new byte[] {2}, KEY);
    disk.commit(true);

    disk.crash(survivors);

    assertThat(disk.get(KEY) != null).isEqualTo(survivors == 1);
    assertThat(disk.get(new byte[] {2}) != null).isEqualTo(survivors == 1);
  }

  @Test
  void a_visitor_must_not_write() {
    commit(1, true);

    assertThatThrownBy(
            () ->
                disk.scan(
                    new byte[0],
                    new byte[] {9},
                    (key, value) -> {
                      disk.delete(key);
                      return true;
                    }))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("must not write");
  }
}
