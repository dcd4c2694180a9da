package io.posthorn.embedded.rocks;

import io.posthorn.core.store.Table;
import java.util.Arrays;
import java.util.List;

/**
 * The column families of the store. Each has its own files and write buffer, for keys with a
 * similar lifetime; a commit is one batch over all of them.
 */
enum Family {
  /** Metadata of the store, no keys of the shard. Every RocksDB database has this family. */
  FACTS("default"),
  /** Written once or rarely changed, read by key or listed, removed by retention. */
  RECORDS("records"),
  /** Queues and counters: nearly every key is removed or replaced soon after it was written. */
  QUEUES("queues"),
  /** Payloads: few keys and most of the bytes. */
  EVENTS("events"),
  /**
   * Looked up by key in every call. Separate from the many records, so that lookups touch few
   * files.
   */
  LOOKUPS("lookups"),
  /**
   * Messages and attempts in order of arrival, like payloads. In a single family every file would
   * span from the first message to the last attempt.
   */
  MESSAGES("messages"),
  ATTEMPTS("attempts"),
  /** Ids that outlive their events, in event order. */
  TAKEN_IDS("taken-ids");

  private static final Family[] BY_FIRST_BYTE = byFirstByte();

  private final String title;

  Family(String title) {
    this.title = title;
  }

  /** Its name in the database; never changed. */
  String title() {
    return title;
  }

  /** Returns whether each customer's keys are written in order. */
  boolean inOrder() {
    return switch (this) {
      case EVENTS, MESSAGES, ATTEMPTS, TAKEN_IDS -> true;
      case FACTS, RECORDS, QUEUES, LOOKUPS -> false;
    };
  }

  /**
   * Returns whether most looked-up keys do not exist. RocksDB's {@code get} throws an internal C++
   * exception for each of those, which costs more than the lookup; checking first avoids it.
   */
  boolean mostlyMisses() {
    return this == LOOKUPS;
  }

  static Family of(byte[] key) {
    return of(key[0] & 0xFF);
  }

  static Family of(int firstByte) {
    return BY_FIRST_BYTE[firstByte];
  }

  /** A table in use can move to another family only with a new format. */
  private static Family[] byFirstByte() {
    Family[] families = new Family[256];
    Arrays.fill(families, RECORDS);
    for (Table queue :
        List.of(
            Table.LANE,
            Table.EXPIRY,
            Table.RECHECK,
            Table.FLIGHTS,
            Table.ENDPOINT_STATE,
            Table.ORDER)) {
      families[queue.number()] = QUEUES;
    }
    families[Table.EVENT.number()] = EVENTS;
    families[Table.MESSAGE.number()] = MESSAGES;
    families[Table.ATTEMPT.number()] = ATTEMPTS;
    families[Table.TAKEN_ID.number()] = TAKEN_IDS;
    for (Table lookup : List.of(Table.EVENT_ID, Table.API_KEY, Table.CUSTOMER_RECORD, Table.KEY)) {
      families[lookup.number()] = LOOKUPS;
    }
    return families;
  }
}
