package io.posthorn.core.shard.layout;

import io.posthorn.core.message.EndReason;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.store.ByteReader;
import io.posthorn.core.store.ByteWriter;
import java.util.ArrayList;
import java.util.List;

/** The messages of an endpoint dropped since the last operational event about them. */
public final class DropCounter {
  /** Enough to investigate a few; the API lists the rest. */
  static final int SAMPLES = 10;

  private long exhausted;
  private long expired;
  private long rejected;
  private List<MessageId> samples = List.of();
  private long lastEventAt;

  public void add(EndReason reason, MessageId message) {
    switch (reason) {
      case EXPIRED -> expired++;
      case REJECTED -> rejected++;
      default -> exhausted++;
    }
    if (samples.size() < SAMPLES) {
      addSample(message);
    }
  }

  /** Most endpoints never drop a message, and have no list. */
  private void addSample(MessageId message) {
    if (samples.isEmpty()) {
      samples = new ArrayList<>();
    }
    samples.add(message);
  }

  public boolean isEmpty() {
    return count() == 0;
  }

  /** The time from which the next event may be published. */
  public long nextEventAt(long interval) {
    return lastEventAt == 0 ? 0 : lastEventAt + interval;
  }

  public void published(long now) {
    lastEventAt = now;
    exhausted = 0;
    expired = 0;
    rejected = 0;
    samples = List.of();
  }

  public long exhausted() {
    return exhausted;
  }

  public long expired() {
    return expired;
  }

  public long rejected() {
    return rejected;
  }

  public long count() {
    return exhausted + expired + rejected;
  }

  public List<MessageId> samples() {
    return List.copyOf(samples);
  }

  void write(ByteWriter out) {
    out.varint(lastEventAt).varint(exhausted).varint(expired).varint(samples.size());
    samples.forEach(id -> id.write(out));
  }

  void readRejected(long count) {
    rejected = count;
  }

  void read(ByteReader in) {
    lastEventAt = in.varint();
    exhausted = in.varint();
    expired = in.varint();
    for (long left = in.varint(); left > 0; left--) {
      addSample(MessageId.read(in));
    }
  }
}
