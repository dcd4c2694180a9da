package io.posthorn.kafka.directory;

import io.posthorn.core.store.ByteReader;
import io.posthorn.core.store.ByteWriter;
import io.posthorn.core.store.Table;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;

/**
 * Sessions of the console that were ended by those who had opened them, as every node must know:
 * nothing else tells that a cookie is worth nothing any more. They are in the directory, each up to
 * the moment from which on nobody could use it in any case. For any thread.
 */
public final class KnownEndedSessions {
  private static final byte[] PREFIX = ByteWriter.key(Table.META).word("session-ended").toBytes();

  private final NavigableMap<String, Ended> ended = new ConcurrentSkipListMap<>();

  /**
   * When a session was ended.
   *
   * @param until from when on it need not be known any more
   */
  public record Ended(long at, long until) {
    public byte[] encode() {
      return new ByteWriter(16).u64(at).u64(until).toBytes();
    }

    static Ended decode(byte[] value) {
      ByteReader in = new ByteReader(value);
      return new Ended(in.u64(), in.u64());
    }
  }

  /** Whether a record of the directory is about one. */
  public static boolean holds(byte[] key) {
    return key.length > PREFIX.length
        && Arrays.equals(key, 0, PREFIX.length, PREFIX, 0, PREFIX.length);
  }

  public static byte[] key(String name) {
    return new ByteWriter(64).raw(PREFIX).word(name).toBytes();
  }

  /** Takes a record of the directory in; a value of null removes it. */
  public void apply(byte[] key, byte @Nullable [] value) {
    String name = new ByteReader(key, PREFIX.length).word();
    if (value == null) {
      ended.remove(name);
    } else {
      ended.put(name, Ended.decode(value));
    }
  }

  /** When it was ended; 0 where it was not. */
  public long endedAt(String name) {
    Ended found = ended.get(name);
    return found == null ? 0 : found.at();
  }

  /** How many of those are known whose names begin so, and must be. */
  public int count(String prefix, long now) {
    return (int)
        ended.subMap(prefix, true, prefix + Character.MAX_VALUE, false).values().stream()
            .filter(one -> one.until() > now)
            .count();
  }

  /** Those that need not be known any more. */
  public List<String> over(long now) {
    return ended.entrySet().stream()
        .filter(one -> one.getValue().until() <= now)
        .map(Map.Entry::getKey)
        .toList();
  }
}
