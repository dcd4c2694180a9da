package io.posthorn.sim.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.posthorn.core.store.ShardStore;
import io.posthorn.core.store.ShardStoreContract;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

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

    assertThat(disk.crash(CrashKind.PROCESS, new SplittableRandom(1))).isEqualTo(1);

    assertThat(value()).isEqualTo(1);
    assertThat(disk.get(new byte[] {2, 1})).isEqualTo(KEY);
  }

  @Test
  void the_end_of_a_process_takes_no_commit_back() {
    commit(1, false);
    commit(2, false);

    assertThat(disk.crash(CrashKind.PROCESS, new SplittableRandom(1))).isEqualTo(2);

    assertThat(value()).isEqualTo(2);
  }

  @Test
  void a_power_cut_leaves_any_number_of_commits_since_the_last_sync_but_never_a_gap() {
    TreeSet<Long> survivors = new TreeSet<>();
    for (int seed = 0; seed < 50; seed++) {
      SimulatedDisk fresh = new SimulatedDisk();
      for (int i = 1; i <= 4; i++) {
        fresh.put(KEY, new byte[] {(byte) i});
        fresh.put(new byte[] {2, (byte) i}, KEY);
        fresh.commit(i == 2);
      }
      long surviving = fresh.crash(CrashKind.POWER, new SplittableRandom(seed));

      survivors.add(surviving);
      assertThat(fresh.get(KEY)).containsExactly((int) surviving);
      for (int i = 1; i <= 4; i++) {
        assertThat(fresh.get(new byte[] {2, (byte) i}) != null).isEqualTo(i <= surviving);
      }
    }
    assertThat(survivors).containsExactly(2L, 3L, 4L);
  }

  @Test
  void a_commit_that_meets_a_crash_before_it_is_written_is_not_there() {
    commit(1, true);
    disk.failAt(CrashPoint.BEFORE_COMMIT);

    assertThatThrownBy(() -> commit(2, true)).isInstanceOf(SimulatedCrash.class);
    disk.crash(CrashKind.PROCESS, new SplittableRandom(1));

    assertThat(value()).isEqualTo(1);
  }

  @Test
  void a_commit_that_meets_a_power_cut_while_it_is_written_is_there_whole_or_not_at_all() {
    TreeSet<Integer> values = new TreeSet<>();
    for (int seed = 0; seed < 20; seed++) {
      SimulatedDisk fresh = new SimulatedDisk();
      fresh.failAt(CrashPoint.IN_COMMIT);
      fresh.put(KEY, new byte[] {1});
      fresh.put(new byte[] {2}, KEY);
      fresh.commit(true);
      fresh.crash(CrashKind.POWER, new SplittableRandom(seed));

      boolean there = fresh.get(KEY) != null;
      assertThat(fresh.get(new byte[] {2}) != null).isEqualTo(there);
      values.add(there ? 1 : 0);
    }
    assertThat(values).containsExactly(0, 1);
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
