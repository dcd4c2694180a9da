package io.posthorn.core.message;

import io.posthorn.core.store.ByteReader;
import io.posthorn.core.store.ByteWriter;
import java.util.HexFormat;

/**
 * The position of an ordered message in its ordering key, which is one object at one endpoint. The
 * messages of a key are attempted one at a time: by {@code joined}, then {@code replay}, then id.
 *
 * @param key the object
 * @param sequence its number in the order of acceptance, constant for life
 * @param joined its number in the order of its key: the sequence, or for a replay the last one
 *     given when it was replayed; {@link #NOT_PLACED} until the replay has joined its key
 * @param replay the number of the replay, which puts it behind the messages before it; 0 if none
 * @param since when it was accepted, or replayed last
 * @param behind whether it waits behind the head of its key
 * @param waited whether it waited behind a head, so that its first attempt is slot 0; false once
 *     that attempt is recorded
 * @param begun whether it was attempted since it was accepted or replayed
 */
public record ObjectOrder(
    OrderingKey key,
    long sequence,
    long joined,
    long replay,
    long since,
    boolean behind,
    boolean waited,
    boolean begun) {
  static final long NOT_PLACED = 0;

  private static final int BEHIND = 1;
  private static final int WAITED = 2;
  private static final int BEGUN = 4;

  /** The position of a new message. */
  public static ObjectOrder accepted(OrderingKey key, long sequence, long at) {
    return new ObjectOrder(key, sequence, sequence, 0, at, false, false, false);
  }

  /** The position of a replayed message, before it has joined its key. */
  ObjectOrder replayed(long at) {
    return new ObjectOrder(key, sequence, NOT_PLACED, 0, at, false, false, false);
  }

  public boolean placed() {
    return joined != NOT_PLACED;
  }

  /** The position of a replay that joins its key at the end. */
  public ObjectOrder joinAfter(long last, long number) {
    return new ObjectOrder(key, sequence, last, number, since, behind, waited, begun);
  }

  ObjectOrder waiting() {
    return with(true, waited, begun);
  }

  ObjectOrder atHead() {
    return with(false, !begun, begun);
  }

  ObjectOrder attempted() {
    return with(behind, false, true);
  }

  private ObjectOrder with(boolean nowBehind, boolean nowWaited, boolean nowBegun) {
    return new ObjectOrder(key, sequence, joined, replay, since, nowBehind, nowWaited, nowBegun);
  }

  /** The sequence as receivers see it: text of a fixed length that sorts by number. */
  public String sequenceText() {
    return HexFormat.of().toHexDigits(sequence);
  }

  void write(ByteWriter out) {
    key.write(out);
    out.u64(sequence)
        .u64(joined)
        .varint(replay)
        .varint(since)
        .u8((behind ? BEHIND : 0) | (waited ? WAITED : 0) | (begun ? BEGUN : 0));
  }

  static ObjectOrder read(ByteReader in) {
    OrderingKey key = OrderingKey.read(in);
    long sequence = in.u64();
    long joined = in.u64();
    long replay = in.varint();
    long since = in.varint();
    int flags = in.u8();
    return new ObjectOrder(
        key,
        sequence,
        joined,
        replay,
        since,
        (flags & BEHIND) != 0,
        (flags & WAITED) != 0,
        (flags & BEGUN) != 0);
  }
}
