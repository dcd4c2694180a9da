package io.posthorn.core.shard.sweep;

import io.posthorn.core.event.EventKey;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.shard.layout.StoreKeys;
import io.posthorn.core.store.ShardStore;
import java.util.ArrayList;
import java.util.List;

/**
 * The keys of erased events of one customer in the tables that are in the order of events: the
 * events themselves, their messages and attempts. They are removed one by one, or as ranges if the
 * events are adjacent.
 */
final class ErasedKeys {
  private final String customerId;
  private final List<byte[]> events = new ArrayList<>();
  private final List<byte[]> messages = new ArrayList<>();
  private final List<byte[]> attempts = new ArrayList<>();

  ErasedKeys(String customerId) {
    this.customerId = customerId;
  }

  void addEvent(EventKey key) {
    events.add(StoreKeys.event(customerId, key));
  }

  void addMessage(MessageId id, List<byte[]> itsAttempts) {
    messages.add(StoreKeys.message(customerId, id));
    attempts.addAll(itsAttempts);
  }

  void deleteEach(ShardStore store) {
    events.forEach(store::delete);
    messages.forEach(store::delete);
    attempts.forEach(store::delete);
  }

  /**
   * Removes all keys of the events behind one event, up to and including another. Ranges begin
   * where the ones before them end, so that a store can join them.
   */
  void deleteBetween(ShardStore store, EventKey behind, EventKey last) {
    store.deleteRange(
        StoreKeys.after(StoreKeys.event(customerId, behind)),
        StoreKeys.after(StoreKeys.event(customerId, last)),
        events);
    store.deleteRange(
        StoreKeys.endOf(StoreKeys.messagesOf(customerId, behind)),
        StoreKeys.endOf(StoreKeys.messagesOf(customerId, last)),
        messages);
    store.deleteRange(
        StoreKeys.endOf(StoreKeys.attemptsOf(customerId, behind)),
        StoreKeys.endOf(StoreKeys.attemptsOf(customerId, last)),
        attempts);
  }
}
