package io.posthorn.core.shard.state;

import io.posthorn.core.event.EventKey;

/**
 * A watch on one event that is examined in several steps: it records whether a message of the event
 * was replayed in between.
 */
public final class EventWatch {
  private final EventKey event;
  private boolean disturbed;

  EventWatch(EventKey event) {
    this.event = event;
  }

  void waits(EventKey changed) {
    disturbed |= changed.equals(event);
  }

  public boolean disturbed() {
    return disturbed;
  }
}
