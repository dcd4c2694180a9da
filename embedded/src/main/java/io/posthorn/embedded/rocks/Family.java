package io.posthorn.embedded.rocks;

import io.posthorn.core.store.Table;
import java.util.Arrays;
import java.util.List;

/**
 * A part of the store with files and a write buffer of its own, for keys that live alike. A commit
 * is one batch over all of them.
 */
enum Family {
  /** What the store knows about itself; no key of the shard. Every database has this one. */
  FACTS("default"),
  /** Written once or seldom changed, read by key or listed, removed by retention. */
  RECORDS("records"),
  /** Queues: nearly every key is removed soon after it was written. */
  QUEUES("queues"),
  /** Payloads: few keys and most of the bytes. */
  EVENTS("events"),
  /**
   * Asked for by key in every call: apart from the records, which are many more, so that there are
   * few files to ask.
   */
  LOOKUPS("lookups"),
  /**
   * What became of messages, in the order in which they came, like payloads. Two families: in a
   * single one every file would reach from the first message to the last attempt.
   */
  MESSAGES("messages"),
  ATTEMPTS("attempts"),
  /** Ids that outlive their events, in the order of these. */
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

  /** Whether keys are written in their order, customer by customer. */
  boolean inOrder() {
    return switch (this) {
      case EVENTS, MESSAGES, ATTEMPTS, TAKEN_IDS -> true;
      case FACTS, RECORDS, QUEUES, LOOKUPS -> false;
    };
  }

  /**
   * Whether most keys that are asked for are not there. RocksDB's {@code get} throws a C++
   * exception inside for each of those, which costs more than the look itself; asking first does
   * not.
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

  /** A table that is in use cannot move to another family without a new format. */
  private static Family[] byFirstByte() {
    Family[] families = new Family[256];
    Arrays.fill(families, RECORDS);
    for (Table queue : List.of(Table.LANE, Table.EXPIRY, Table.RECHECK)) {
      families[queue.number()] = QUEUES;
    }
    families[Table.EVENT.number()] = EVENTS;
    families[Table.MESSAGE.number()] = MESSAGES;
    families[Table.ATTEMPT.number()] = ATTEMPTS;
    families[Table.TAKEN_ID.number()] = TAKEN_IDS;
    for (Table lookup : List.of(Table.EVENT_ID, Table.API_KEY, Table.CUSTOMER_RECORD)) {
      families[lookup.number()] = LOOKUPS;
    }
    return families;
  }
}
