package io.posthorn.core.shard;

import io.posthorn.core.directory.ApiKey;
import io.posthorn.core.directory.Directory;
import io.posthorn.core.subscription.Subscription;

/** Creates, changes and deletes subscriptions; erases customers. */
final class SubscriptionCommands {
  private final ShardState state;
  private final Endings endings;
  private final Sweeper sweeper;
  private final Eraser eraser;

  SubscriptionCommands(ShardState state, Endings endings, Sweeper sweeper, Eraser eraser) {
    this.state = state;
    this.endings = endings;
    this.sweeper = sweeper;
    this.eraser = eraser;
  }

  void create(Command.CreateSubscription command) {
    Subscription subscription = command.subscription();
    if (state.erasing.contains(subscription.customerId())) {
      state.answer(
          command.request(),
          new Reply.Conflict("The customer is being erased: try again when that is done."));
      return;
    }
    if (state.subscriptions.get(subscription.id()) != null || twin(subscription)) {
      state.answer(command.request(), identical());
      return;
    }
    open(subscription, command.secret());
    state.answer(command.request(), Reply.DONE);
  }

  void change(Command.ChangeSubscription command) {
    Subscription changed = command.subscription();
    SubscriptionBook.Listed listed = state.subscriptions.get(changed.id());
    if (listed == null || !listed.subscription().customerId().equals(changed.customerId())) {
      state.answer(command.request(), Reply.NOT_FOUND);
      return;
    }
    if (listed.subscription().modifiedAt() != command.seenModifiedAt()) {
      state.answer(
          command.request(), new Reply.Conflict("Somebody else has just changed it: try again."));
      return;
    }
    if (twin(changed)) {
      state.answer(command.request(), identical());
      return;
    }
    open(changed, command.secret());
    if (!listed.endpoint().equals(changed.endpointId())) {
      sweeper.start(new LeaveSweep(state, endings, changed.id(), listed.endpoint()));
    }
    state.answer(command.request(), Reply.DONE);
  }

  void delete(Command.DeleteSubscription command) {
    SubscriptionBook.Listed listed = state.subscriptions.get(command.subscription());
    if (listed == null || !listed.subscription().customerId().equals(command.customerId())) {
      state.answer(command.request(), Reply.NOT_FOUND);
      return;
    }
    state.subscriptions.remove(listed.subscription());
    sweeper.start(new LeaveSweep(state, endings, command.subscription(), listed.endpoint()));
    state.answer(command.request(), Reply.DONE);
  }

  /** The customer's keys and endpoints stop at once; the rest is done in the background. */
  void erase(Command.EraseCustomer command) {
    String customerId = command.customerId();
    for (Subscription subscription : state.subscriptions.index().all(customerId)) {
      state.subscriptions.remove(subscription);
    }
    for (ApiKey key : new Directory(state.store).keys()) {
      if (customerId.equals(key.customerId())) {
        state.store.delete(Directory.keyKey(key.digest()));
      }
    }
    state.switches.set(customerId, true);
    state.endpoints.ofCustomer(customerId).forEach(state::touch);
    sweeper.start(new EraseSweep(state, eraser, customerId));
    state.answer(command.request(), Reply.DONE);
  }

  private void open(Subscription subscription, byte[] secret) {
    Endpoint endpoint =
        state.endpoints.open(
            subscription.endpointId(),
            subscription.customerId(),
            subscription.url(),
            secret,
            state.now);
    state.touch(endpoint);
    state.subscriptions.put(subscription);
  }

  private boolean twin(Subscription subscription) {
    return state
        .subscriptions
        .index()
        .sameAs(subscription)
        .filter(other -> !other.id().equals(subscription.id()))
        .isPresent();
  }

  private static Reply identical() {
    return new Reply.Conflict("An identical subscription exists: same events, filters and URL.");
  }
}
