package io.posthorn.kafka.store;

import io.posthorn.core.store.Table;
import java.util.Arrays;
import java.util.List;

/** The two state stores of a shard; each table is in one of them. */
public enum StorePart {
  /** Live data: endpoints, subscriptions, queues, event ids. */
  STATE("state"),
  /** History: events, messages, attempts and their indexes. */
  HISTORY("history");

  private static final StorePart[] BY_FIRST_BYTE = byFirstByte();

  private final String title;

  StorePart(String title) {
    this.title = title;
  }

  /** Its name in the topology; never changed. */
  public String title() {
    return title;
  }

  static StorePart of(byte[] key) {
    return BY_FIRST_BYTE[key[0] & 0xFF];
  }

  static StorePart of(int firstByte) {
    return BY_FIRST_BYTE[firstByte];
  }

  /** A table in use can never move to the other part. */
  private static StorePart[] byFirstByte() {
    StorePart[] parts = new StorePart[256];
    Arrays.fill(parts, STATE);
    List<Table> history =
        List.of(
            Table.EVENT,
            Table.EVENT_ID,
            Table.TAKEN_ID,
            Table.MESSAGE,
            Table.ATTEMPT,
            Table.BY_ENDPOINT,
            Table.ENDED,
            Table.AUDIT,
            Table.STATS,
            Table.CIRCUIT);
    for (Table table : history) {
      parts[table.number()] = HISTORY;
    }
    return parts;
  }
}
