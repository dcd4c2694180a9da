package io.posthorn.core.shard.layout;

import io.posthorn.core.store.ByteReader;
import io.posthorn.core.store.ByteWriter;
import org.jspecify.annotations.Nullable;

/**
 * The changes and drops of an endpoint since the last operational event about it in format slack.
 */
public final class UnreportedChanges {
  private long lastEventAt;
  private long count;
  private String lastError = "";
  private String dropError = "";

  /** Most endpoints never drop a message, and have none. */
  private @Nullable DropCounter drops;

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

  /** The drops since the last event about them in format slack. */
  public DropCounter drops() {
    if (drops == null) {
      drops = new DropCounter();
    }
    return drops;
  }

  public boolean hasDrops() {
    return drops != null && !drops.isEmpty();
  }

  /** An event was published that describes all drops: changes wait for the next one. */
  public void dropsReported(long now) {
    drops().published(now);
    lastEventAt = now;
  }

  /** The last failure of a dropped message; empty if none was dropped after an attempt. */
  public String dropError() {
    return dropError;
  }

  public void setDropError(String error) {
    dropError = error;
  }

  /** Writes nothing for an endpoint that no event is about, as most are. */
  void write(ByteWriter out) {
    if (lastEventAt > 0) {
      out.varint(lastEventAt).varint(count).text(lastError);
      if (hasDrops() || !dropError.isEmpty()) {
        out.text(dropError);
        drops().write(out);
        out.varint(drops().rejected());
      }
    }
  }

  void read(ByteReader in) {
    if (!in.atEnd()) {
      lastEventAt = in.varint();
      count = in.varint();
      lastError = in.text();
    }
    if (!in.atEnd()) {
      dropError = in.text();
      drops().read(in);
      drops().readRejected(in.varint());
    }
  }
}
