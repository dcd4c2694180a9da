package io.posthorn.core.shard.command;

import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.endpoint.EndpointSecrets;
import io.posthorn.core.shard.delivery.MessageTransitions;
import io.posthorn.core.shard.protocol.OperatorSubscription;
import io.posthorn.core.shard.state.Endpoint;
import io.posthorn.core.shard.state.ShardState;
import io.posthorn.core.shard.sweep.LeaveSweep;
import io.posthorn.core.shard.sweep.Sweeper;
import io.posthorn.core.subscription.Subscription;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The operator's endpoint, kept in line with the settings that a shard was opened with. */
public final class OperatorEndpoint {
  private final ShardState state;
  private final @Nullable OperatorSubscription operator;

  public OperatorEndpoint(ShardState state) {
    this.state = state;
    this.operator = state.rules.operatorSubscription();
  }

  /** Creates the endpoint if there is none; its secret always comes from the settings. */
  public void open(long now) {
    if (operator != null && !state.isForeign(operator.subscription().endpointId())) {
      Subscription subscription = operator.subscription();
      Endpoint endpoint =
          state.endpoints.open(
              subscription.endpointId(),
              subscription.customerId(),
              subscription.url(),
              operator.secret(),
              now);
      endpoint.replaceSecrets(EndpointSecrets.of(operator.secret()));
      state.endpoints.changed(endpoint);
    }
  }

  /**
   * Moves messages that wait for the operator at a former URL to the current one, or cancels them
   * if none is configured.
   */
  public void move(Sweeper sweeper, MessageTransitions transitions) {
    EndpointId present = operator == null ? null : operator.subscription().endpointId();
    if (present != null && !state.isForeign(present)) {
      state.subscriptions.noteEndpoint(
          OperatorSubscription.CUSTOMER, OperatorSubscription.ID, present);
    }
    for (Endpoint endpoint :
        List.copyOf(state.endpoints.ofCustomer(OperatorSubscription.CUSTOMER))) {
      if (!endpoint.id().equals(present) && endpoint.waiting() > 0) {
        sweeper.start(new LeaveSweep(state, transitions, OperatorSubscription.ID, endpoint.id()));
      }
    }
  }
}
