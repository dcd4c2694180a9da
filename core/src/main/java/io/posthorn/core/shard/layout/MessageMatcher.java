package io.posthorn.core.shard.layout;

import io.posthorn.core.event.EventKey;
import io.posthorn.core.message.Attempt;
import io.posthorn.core.message.EndedMessage;
import io.posthorn.core.message.Message;
import io.posthorn.core.shard.protocol.MessageSelection;
import io.posthorn.core.store.ShardView;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The test of a message against a {@link MessageSelection}. Reads a message's event and attempts
 * only where the selection asks for them, and the event of consecutive messages once.
 */
public final class MessageMatcher {
  /**
   * The most attempts of a message that are examined, newest first: more than the slots and probes
   * of 14 days can make.
   */
  private static final int MOST_ATTEMPTS = 2_500;

  private final ShardView store;
  private final String customerId;
  private final MessageSelection selection;
  private final Predicate<Message> inFlight;

  /** The event that was read last: the messages of an event follow one another. */
  private @Nullable EventKey lastEvent;

  private boolean lastEventHolds;

  /**
   * Creates a matcher.
   *
   * @param inFlight whether a message's request is in flight, which the store does not know
   */
  public MessageMatcher(
      ShardView store, String customerId, MessageSelection selection, Predicate<Message> inFlight) {
    this.store = store;
    this.customerId = customerId;
    this.selection = selection;
    this.inFlight = inFlight;
  }

  public boolean matches(Message message) {
    boolean waitingInFlight = !message.status().ended() && inFlight.test(message);
    return selection.holds(message, waitingInFlight)
        && attemptMatches(message)
        && eventMatches(message);
  }

  private boolean attemptMatches(Message message) {
    if (selection.needsAnAttempt()) {
      return anyAttemptMatches(message);
    }
    return !selection.needsLastAttempt() || selection.holds(lastAttempt(message));
  }

  private boolean eventMatches(Message message) {
    if (!selection.event().isSelective()) {
      return true;
    }
    EventKey event = message.id().event();
    if (!event.equals(lastEvent)) {
      byte[] value = store.get(StoreKeys.event(customerId, event));
      lastEventHolds = value != null && selection.event().holds(StoredEvent.decode(value).event());
      lastEvent = event;
    }
    return lastEventHolds;
  }

  private boolean anyAttemptMatches(Message message) {
    if (message.attempts() == 0) {
      return false;
    }
    Attempt ending = endingAttempt(message);
    if (ending != null && (message.attempts() == 1 || selection.holds(ending))) {
      return selection.holds(ending); // almost always: the first attempt delivered the message
    }
    byte[] from = StoreKeys.attempts(customerId, message.id());
    boolean[] found = {false};
    int[] read = {0};
    store.scanBack(
        from,
        StoreKeys.endOf(from),
        (key, value) -> {
          found[0] = selection.holds(Attempt.decode(value));
          return !found[0] && ++read[0] < MOST_ATTEMPTS;
        });
    return found[0];
  }

  /** A message's last attempt; null if there was none. */
  private @Nullable Attempt lastAttempt(Message message) {
    if (message.attempts() == 0) {
      return null;
    }
    Attempt ending = endingAttempt(message);
    if (ending != null) {
      return ending;
    }
    byte[] last = store.get(StoreKeys.attempt(customerId, message.id(), message.attempts()));
    return last == null ? null : Attempt.decode(last);
  }

  /** The attempt that ended a message, which is in its record; null if it waits. */
  private @Nullable Attempt endingAttempt(Message message) {
    byte[] record = store.get(StoreKeys.message(customerId, message.id()));
    return record == null ? null : EndedMessage.attemptIn(message.id(), record);
  }
}
