package io.posthorn.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.posthorn.kafka.task.ParkedWriter;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The names of all parked records and paused shards, as a node has read them. Thread-safe. */
final class ParkedNames {
  /** Beyond it the number is only a lower bound: an error in every event must not fill the heap. */
  private static final int MOST = 100_000;

  private final Set<String> records = new HashSet<>();
  private final Set<Integer> shards = new TreeSet<>();

  /** Applies a record of the parked topic; a null value removes the entry. */
  synchronized void apply(byte[] key, byte @Nullable [] value) {
    String name = new String(key, UTF_8);
    int shard = ParkedWriter.shardOf(name);
    if (value == null) {
      records.remove(name);
      shards.remove(shard);
    } else if (shard >= 0) {
      shards.add(shard);
    } else if (records.size() < MOST) {
      records.add(name);
    }
  }

  synchronized int records() {
    return records.size();
  }

  /** The problem as a sentence without its full stop; null if nothing is parked or paused. */
  synchronized @Nullable String trouble() {
    if (records.isEmpty() && shards.isEmpty()) {
      return null;
    }
    return "An operator has to decide about parked records (%d) and paused shards %s: see posthorn parked"
        .formatted(records.size(), shards);
  }
}
