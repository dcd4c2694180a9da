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
  EVENTS("events");

  private static final Family[] BY_FIRST_BYTE = byFirstByte();

  private final String title;

  Family(String title) {
    this.title = title;
  }

  /** Its name in the database; never changed. */
  String title() {
    return title;
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
    return families;
  }
}
