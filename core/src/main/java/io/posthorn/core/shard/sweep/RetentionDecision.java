package io.posthorn.core.shard.sweep;

import io.posthorn.core.event.EventKey;
import io.posthorn.core.message.Message;
import io.posthorn.core.message.MessageStatus;
import io.posthorn.core.shard.layout.StoreKeys;
import io.posthorn.core.shard.layout.StoredEvent;
import io.posthorn.core.shard.protocol.RetentionRules;
import io.posthorn.core.shard.state.Messages.EventWithMessages;
import io.posthorn.core.shard.state.ShardState;

/**
 * The decision which parts of one event have reached their retention time. Ages count from the end
 * of its last message; a waiting message is never touched.
 */
final class RetentionDecision {
  private static final byte[] NO_VALUE = {};

  private final ShardState state;
  private final RetentionRules rules;
  private final Eraser eraser;

  RetentionDecision(ShardState state, Eraser eraser) {
    this.state = state;
    this.rules = state.rules.retention();
    this.eraser = eraser;
  }

  /** Examines an event; returns whether its time has come, and the caller has to erase it. */
  boolean examine(EventWithMessages whole) {
    EventKey key = whole.key();
    StoredEvent event = whole.event();
    if (event.targets().isEmpty()) {
      return key.acceptedAt() + rules.unmatched() <= state.now();
    }
    long lastEnd = 0;
    boolean allDelivered = true;
    for (int ordinal = 0; ordinal < event.targets().size(); ordinal++) {
      Message message = whole.messages().get(ordinal);
      if (message == null && state.isHandedOver(event.targets().get(ordinal))) {
        return false; // the shard that has the message reports its removal
      }
      if (message == null) {
        continue;
      }
      if (!message.status().ended()) {
        again(key, event, state.now() + state.rules.retry().lifetime());
        return false;
      }
      lastEnd = Math.max(lastEnd, message.endedAt());
      allDelivered &= message.status() == MessageStatus.DELIVERED;
    }
    if (lastEnd + rules.records() <= state.now()) {
      return true;
    }
    examineEnded(key, event, lastEnd, allDelivered);
    return false;
  }

  /**
   * Takes the next step in examining an event in parts; returns whether it is done.
   *
   * @param large its examination
   */
  boolean examinePart(EventKey key, StoredEvent event, LargeEvent large) {
    switch (large.examine(event)) {
      case UNKNOWN -> {
        return false;
      }
      case WAITING -> again(key, event, state.now() + state.rules.retry().lifetime());
      case AWAY -> {} // the shard that has the message reports its removal
      case ENDED -> {
        if (large.lastEnd() + rules.records() <= state.now()) {
          eraser.eraseLast(key, event);
          return false; // the rest follows, as that of an event with fewer messages
        }
        examineEnded(key, event, large.lastEnd(), large.allDelivered());
      }
    }
    return true;
  }

  /** Examines an event whose record stays for now. */
  private void examineEnded(EventKey key, StoredEvent event, long lastEnd, boolean allDelivered) {
    // Dropped and cancelled messages can be replayed as long as their record exists.
    if (event.hasPayload() && allDelivered) {
      long payloadEnd = lastEnd + rules.deliveredPayloads();
      if (payloadEnd <= state.now()) {
        state.events.shrink(key, event.withoutPayload());
      } else if (passed(key, rules.deliveredPayloads())) {
        again(key, event, payloadEnd);
        return;
      }
    }
    if (passed(key, rules.records())) {
      again(key, event, lastEnd + rules.records());
    }
  }

  /** Returns whether the pass of an age is already past an event and will not examine it again. */
  private boolean passed(EventKey key, long age) {
    return key.acceptedAt() < state.now() - age - Retention.slack(age);
  }

  private void again(EventKey key, StoredEvent event, long time) {
    state.store.put(StoreKeys.recheck(time, event.event().customerId(), key), NO_VALUE);
  }
}
