package io.posthorn.core.shard.command;

import io.posthorn.core.directory.ApiKey;
import io.posthorn.core.directory.Directory;
import io.posthorn.core.endpoint.OAuth2Client;
import io.posthorn.core.matching.SubscriptionIndex;
import io.posthorn.core.shard.delivery.MessageTransitions;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.core.shard.state.Endpoint;
import io.posthorn.core.shard.state.ShardState;
import io.posthorn.core.shard.state.SubscriptionRegistry;
import io.posthorn.core.shard.sweep.LeaveSweep;
import io.posthorn.core.shard.sweep.Sweeper;
import io.posthorn.core.subscription.Subscription;
import io.posthorn.core.subscription.SubscriptionId;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The commands that create, change and delete subscriptions, and erase customers. */
public final class SubscriptionCommands {
  private final ShardState state;
  private final MessageTransitions transitions;
  private final Sweeper sweeper;
  private final SubscriptionMigration migration;

  public SubscriptionCommands(
      ShardState state,
      MessageTransitions transitions,
      Sweeper sweeper,
      SubscriptionMigration migration) {
    this.state = state;
    this.transitions = transitions;
    this.sweeper = sweeper;
    this.migration = migration;
  }

  public void create(Command.CreateSubscription command) {
    Subscription subscription = command.subscription();
    Reply.Conflict refusal = refusal(subscription, command.allowedDuplicates());
    if (refusal == null && state.subscriptions.get(subscription.id()) != null) {
      refusal = identical(subscription);
    }
    if (refusal == null) {
      refusal = overLimit(subscription.customerId());
    }
    if (refusal != null) {
      state.reply(command.request(), refusal);
      return;
    }
    open(subscription, command.secret());
    state.reply(command.request(), Reply.DONE);
  }

  public void change(Command.ChangeSubscription command) {
    Subscription changed = command.subscription();
    SubscriptionRegistry.Listed listed = state.subscriptions.get(changed.id());
    if (listed == null || !listed.subscription().customerId().equals(changed.customerId())) {
      state.reply(command.request(), Reply.NOT_FOUND);
      return;
    }
    if (migration.redirect(command.request(), listed, command)) {
      return;
    }
    if (listed.subscription().modifiedAt() != command.seenModifiedAt()) {
      state.reply(command.request(), Reply.OVERTAKEN);
      return;
    }
    if (state.isForeign(changed.endpointId())) {
      migration.begin(command, listed.endpoint());
      return;
    }
    boolean differs = !changed.identity().equals(listed.subscription().identity());
    Reply.Conflict refusal = twoAuthorizations(changed);
    if (refusal == null && differs) {
      refusal = duplicate(changed, Set.of());
    }
    boolean moves = !listed.endpoint().equals(changed.endpointId());
    if (refusal == null && moves && state.objects.isClosed(changed.endpointId())) {
      refusal = SubscriptionMigration.CLOSED;
    }
    if (refusal != null) {
      state.reply(command.request(), refusal);
      return;
    }
    open(changed, command.secret());
    if (moves) {
      sweeper.start(new LeaveSweep(state, transitions, changed.id(), listed.endpoint()));
    }
    state.reply(command.request(), Reply.DONE);
  }

  public void delete(Command.DeleteSubscription command) {
    SubscriptionRegistry.Listed listed = state.subscriptions.get(command.subscription());
    if (listed == null || !listed.subscription().customerId().equals(command.customerId())) {
      state.reply(command.request(), Reply.NOT_FOUND);
      return;
    }
    if (migration.redirect(command.request(), listed, command)) {
      return;
    }
    migration.deleted(command.subscription());
    state.subscriptions.remove(listed.subscription());
    sweeper.start(new LeaveSweep(state, transitions, command.subscription(), listed.endpoint()));
    state.reply(command.request(), Reply.DONE);
  }

  /**
   * Erases a customer in this shard, and informs all others, which get the same command: each of
   * them is done only after what this one has sent to it before.
   */
  public void erase(Command.EraseCustomer command) {
    String customerId = command.customerId();
    eraseHere(customerId);
    sweeper.erase(customerId);
    for (int shard = 0; shard < state.assignment.shards(); shard++) {
      if (shard != state.identity.shard()) {
        state.forward(shard, new Command.ErasureStarted(customerId, state.identity.shard()));
      }
    }
    state.reply(command.request(), Reply.DONE);
  }

  /** Another shard erases a customer, perhaps before the command has reached this one. */
  public void erasedElsewhere(Command.ErasureStarted command) {
    eraseHere(command.customerId());
    sweeper.erase(command);
  }

  /** Revokes the customer's keys and stops its endpoints at once; a sweep erases the rest. */
  private void eraseHere(String customerId) {
    migration.erase(customerId);
    for (ApiKey key : new Directory(state.store).keys()) {
      if (customerId.equals(key.customerId())) {
        state.store.delete(Directory.keyKey(key.digest()));
      }
    }
    state.deliveryPauses.set(customerId, true, state);
  }

  void open(Subscription subscription, byte[] secret) {
    Endpoint endpoint =
        state.endpoints.open(
            subscription.endpointId(),
            subscription.customerId(),
            subscription.url(),
            secret,
            state.now());
    state.touch(endpoint);
    state.subscriptions.put(subscription);
  }

  /** The reason why this shard cannot accept a subscription, or null if it can. */
  Reply.@Nullable Conflict refusal(
      Subscription subscription, Set<SubscriptionId> allowedDuplicates) {
    if (state.erasing.contains(subscription.customerId())) {
      return DirectoryCommands.BEING_ERASED;
    }
    Reply.Conflict two = twoAuthorizations(subscription);
    return two == null ? duplicate(subscription, allowedDuplicates) : two;
  }

  /** The check of the API is too early for calls at the same time; this one is exact. */
  private Reply.@Nullable Conflict overLimit(String customerId) {
    int most = SubscriptionIndex.MOST_PER_CUSTOMER;
    return state.subscriptions.index().count(customerId) < most
        ? null
        : new Reply.Conflict(
            Reply.Conflict.Cause.SUBSCRIPTION_LIMIT, SubscriptionIndex.LIMIT_REACHED);
  }

  /** An access token and a subscription's own token would both be the header Authorization. */
  private Reply.@Nullable Conflict twoAuthorizations(Subscription subscription) {
    Endpoint endpoint =
        subscription.authToken() == null ? null : state.endpoints.get(subscription.endpointId());
    return endpoint == null || endpoint.oauth2() == null
        ? null
        : new Reply.Conflict(
            Reply.Conflict.Cause.TWO_AUTHORIZATIONS, OAuth2Client.NOT_WITH_AUTH_TOKEN);
  }

  private Reply.@Nullable Conflict duplicate(
      Subscription subscription, Set<SubscriptionId> allowedDuplicates) {
    return state
        .subscriptions
        .index()
        .sameAs(subscription, allowedDuplicates)
        .map(SubscriptionCommands::identical)
        .orElse(null);
  }

  private static Reply.Conflict identical(Subscription existing) {
    return new Reply.Conflict(
        Reply.Conflict.Cause.IDENTICAL_SUBSCRIPTION,
        "Subscription %s is identical: same events, filters and URL.".formatted(existing.id()));
  }
}
