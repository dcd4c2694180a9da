package io.posthorn.core.shard.sweep;

import io.posthorn.core.event.EventKey;
import io.posthorn.core.message.Message;
import io.posthorn.core.message.MessageStatus;
import io.posthorn.core.shard.layout.StoredEvent;
import io.posthorn.core.shard.state.Messages;
import io.posthorn.core.shard.state.ShardState;
import org.jspecify.annotations.Nullable;

/**
 * The examination of an event with more messages than one step may read: it takes several steps,
 * and starts over if a message was replayed in between. It lives in memory: a restart starts over.
 */
final class LargeEvent {
  /** The messages that one step examines. */
  static final int PART = Sweep.STEP;

  /** The state of the messages of an event, as far as it is known. */
  enum Finding {
    /** There are more messages to examine. */
    UNKNOWN,
    ENDED,
    /** At least one waits. */
    WAITING,
    /** At least one is in another shard, which reports its removal. */
    AWAY
  }

  private final ShardState state;
  private final EventKey key;
  private Messages.EventWatch watch;
  private Finding finding = Finding.UNKNOWN;
  private int examined;
  private long lastEnd;
  private boolean allDelivered = true;

  private LargeEvent(ShardState state, EventKey key) {
    this.state = state;
    this.key = key;
    watch = state.messages.watch(key);
  }

  /** Returns whether an event has to be examined in parts. */
  static boolean is(StoredEvent event) {
    return event.targets().size() > PART;
  }

  /** The examination of an event that is under way, or a new one in its place. */
  static LargeEvent of(ShardState state, EventKey key, @Nullable LargeEvent underWay) {
    if (underWay != null && underWay.key.equals(key)) {
      return underWay;
    }
    if (underWay != null) {
      underWay.close();
    }
    return new LargeEvent(state, key);
  }

  /** Ends the examination. */
  void close() {
    state.messages.unwatch(watch);
  }

  /** Examines the next part. All messages have ended at the time that this says so. */
  Finding examine(StoredEvent event) {
    int to = Math.min(examined + PART, event.targets().size());
    int ordinal = Math.min(examined, to);
    for (Message message : state.messages.part(key, event, ordinal, to)) {
      if (message == null && state.isHandedOver(event.targets().get(ordinal))) {
        return Finding.AWAY;
      }
      if (message != null && !message.status().ended()) {
        return Finding.WAITING;
      }
      if (message != null) {
        lastEnd = Math.max(lastEnd, message.endedAt());
        allDelivered &= message.status() == MessageStatus.DELIVERED;
      }
      ordinal++;
    }
    examined = to;
    if (watch.disturbed()) {
      startOver();
    } else if (examined == event.targets().size()) {
      finding = Finding.ENDED;
    }
    return finding;
  }

  private void startOver() {
    close();
    watch = state.messages.watch(key);
    finding = Finding.UNKNOWN;
    examined = 0;
    lastEnd = 0;
    allDelivered = true;
  }

  /** When its last message ended. */
  long lastEnd() {
    return lastEnd;
  }

  boolean allDelivered() {
    return allDelivered;
  }
}
