package io.posthorn.kafka.read;

import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.shard.protocol.ShardAssignment;
import io.posthorn.core.store.ByteReader;
import io.posthorn.core.store.Table;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The shard of a key, derived from the key itself.
 *
 * @param length the length of the prefix that decides; all keys with the prefix are in that shard
 * @param sure whether the key can be in no other shard; a moved message can
 */
record Routing(int shard, int length, boolean sure) {
  private static final int ID = 16;

  /** The routing of a key, or null if the key may be in any shard. */
  static @Nullable Routing of(byte[] key, ShardAssignment assignment) {
    Table table = table(key[0]);
    if (table == null) {
      return null;
    }
    return switch (table) {
      case LANE, EXPIRY, BY_ENDPOINT, KEY, ORDER -> byEndpoint(key, 1, assignment);
      case ENDPOINT, ENDPOINT_STATE, CIRCUIT, STATS -> byEndpoint(key, behindWord(key), assignment);
      case EVENT, MESSAGE, ATTEMPT -> byEventKey(key, behindWord(key), assignment);
      case META,
          SUBSCRIPTION,
          CUSTOMER,
          EVENT_ID,
          ENDED,
          SWEEP,
          RETENTION,
          RECHECK,
          TAKEN_ID,
          API_KEY,
          CUSTOMER_RECORD,
          AUDIT,
          MOVE,
          FLIGHTS,
          SUBSCRIPTION_ENDPOINT ->
          null;
    };
  }

  /** Returns whether all keys of a range have the prefix. */
  boolean covers(byte[] from, byte[] to) {
    return Arrays.compareUnsigned(to, endOf(Arrays.copyOf(from, length))) <= 0;
  }

  private static @Nullable Routing byEndpoint(byte[] key, int at, ShardAssignment assignment) {
    if (at < 0 || key.length < at + ID) {
      return null;
    }
    ByteReader in = new ByteReader(key, at);
    EndpointId endpoint = new EndpointId(in.u64(), in.u64());
    if (endpoint.high() == 0 && endpoint.low() == 0) {
      return null; // a whole customer; every shard has a part of it
    }
    return new Routing(assignment.shardOf(endpoint), at + ID, true);
  }

  private static @Nullable Routing byEventKey(byte[] key, int at, ShardAssignment assignment) {
    if (at < 0 || key.length < at + ID) {
      return null;
    }
    int shard = (int) (new ByteReader(key, at).u64() & 0xFFFF);
    return shard < assignment.shards() ? new Routing(shard, at + ID, false) : null;
  }

  /** The index after the leading text of a key; -1 if the text is not terminated. */
  private static int behindWord(byte[] key) {
    for (int i = 1; i < key.length; i++) {
      if (key[i] == 0) {
        return i + 1;
      }
    }
    return -1;
  }

  private static @Nullable Table table(byte number) {
    for (Table table : Table.values()) {
      if (table.number() == number) {
        return table;
      }
    }
    return null;
  }

  /** The first key after all keys with a prefix. */
  private static byte[] endOf(byte[] prefix) {
    byte[] end = prefix.clone();
    for (int i = end.length - 1; i >= 0; i--) {
      if (++end[i] != 0) {
        return Arrays.copyOf(end, i + 1);
      }
    }
    throw new IllegalArgumentException("no key follows a prefix of 0xFF bytes");
  }
}
