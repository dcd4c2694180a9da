package io.posthorn.core.message;

import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.store.ByteReader;
import io.posthorn.core.store.ByteWriter;

/**
 * The record of one request of a message and its outcome. It exists once its outcome is committed.
 *
 * @param endpoint the endpoint it was sent to; a message that moved has attempts at several
 * @param recordedAt when the outcome was recorded: the time that the rules count
 * @param next the status of the message afterwards
 * @param nextAt when it is attempted next; 0 where it ended, and where its endpoint is held: then
 *     it waits until the endpoint is enabled or resumed, or for a probe
 */
public record Attempt(
    int number,
    int slot,
    boolean probe,
    EndpointId endpoint,
    long startedAt,
    long recordedAt,
    Outcome outcome,
    MessageStatus next,
    EndReason reason,
    long nextAt) {
  private static final int FORMAT = 1;

  /** Returns whether its message waits without a known time, because its endpoint was held. */
  public boolean held() {
    return !next.ended() && nextAt == 0;
  }

  public byte[] encode() {
    ByteWriter out = new ByteWriter(size());
    write(out);
    return out.toBytes();
  }

  /** Its approximate size in bytes. */
  int size() {
    return 64 + outcome.responseStart().length;
  }

  void write(ByteWriter out) {
    out.u8(FORMAT)
        .varint(number)
        .varint(slot)
        .flag(probe)
        .u64(endpoint.high())
        .u64(endpoint.low())
        .u64(startedAt)
        .u64(recordedAt)
        .u8(next.number())
        .u8(reason.number())
        .varint(nextAt);
    outcome.write(out);
  }

  public static Attempt decode(byte[] bytes) {
    return read(new ByteReader(bytes));
  }

  static Attempt read(ByteReader in) {
    if (in.u8() != FORMAT) {
      throw new IllegalStateException(
          "A stored attempt has a newer format; start the version of Posthorn that wrote it.");
    }
    int number = (int) in.varint();
    int slot = (int) in.varint();
    boolean probe = in.flag();
    EndpointId endpoint = new EndpointId(in.u64(), in.u64());
    long startedAt = in.u64();
    long recordedAt = in.u64();
    MessageStatus next = MessageStatus.of(in.u8());
    EndReason reason = EndReason.of(in.u8());
    long nextAt = in.varint();
    return new Attempt(
        number,
        slot,
        probe,
        endpoint,
        startedAt,
        recordedAt,
        Outcome.read(in),
        next,
        reason,
        nextAt);
  }
}
