package io.posthorn.core.shard.layout;

import io.posthorn.core.store.ByteReader;
import io.posthorn.core.store.ByteWriter;

/** The changes of an endpoint since the last operational event about it in format slack. */
public final class UnreportedChanges {
  private long lastEventAt;
  private long count;
  private String lastError = "";

  /** The time from which the next event may be published. */
  public long nextEventAt(long interval) {
    return lastEventAt == 0 ? 0 : lastEventAt + interval;
  }

  public long count() {
    return count;
  }

  public void add() {
    count++;
  }

  /** An event was published that describes all changes. */
  public void reported(long now) {
    lastEventAt = now;
    count = 0;
  }

  /** An event about something else was published: the changes wait for the next one. */
  public void delay(long now) {
    lastEventAt = now;
  }

  /** The failure that led to its present state; empty if none did. */
  public String lastError() {
    return lastError;
  }

  public void setLastError(String error) {
    lastError = error;
  }

  /** Writes nothing for an endpoint that never changed, as most do. */
  void write(ByteWriter out) {
    if (lastEventAt > 0) {
      out.varint(lastEventAt).varint(count).text(lastError);
    }
  }

  void read(ByteReader in) {
    if (!in.atEnd()) {
      lastEventAt = in.varint();
      count = in.varint();
      lastError = in.text();
    }
  }
}
