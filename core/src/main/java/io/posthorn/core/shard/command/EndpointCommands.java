package io.posthorn.core.shard.command;

import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.shard.delivery.CircuitTransitions;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.core.shard.state.Endpoint;
import io.posthorn.core.shard.state.ShardState;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Commands about endpoints: enable, pause, limits, secrets. */
public final class EndpointCommands {
  private final ShardState state;
  private final CircuitTransitions circuits;

  public EndpointCommands(ShardState state, CircuitTransitions circuits) {
    this.state = state;
    this.circuits = circuits;
  }

  public void enable(Command.EnableEndpoint command) {
    change(command.request(), command.customerId(), command.endpoint(), circuits::enable);
  }

  public void enableMany(Command.EnableEndpoints command) {
    int count = 0;
    for (Endpoint endpoint : state.endpoints.ofCustomer(command.customerId())) {
      if (endpoint.circuit().state() == command.state() && circuits.enable(endpoint)) {
        count++;
      }
    }
    state.answer(command.request(), new Reply.Changed(count));
  }

  public void pause(Command.PauseEndpoint command) {
    change(command.request(), command.customerId(), command.endpoint(), circuits::pause);
  }

  public void configure(Command.ConfigureEndpoint command) {
    change(
        command.request(),
        command.customerId(),
        command.endpoint(),
        endpoint -> command.seen() == null || endpoint.settings().sameAs(command.seen()),
        endpoint -> endpoint.configure(command.settings()));
  }

  public void setSecrets(Command.SetSecrets command) {
    change(
        command.request(),
        command.customerId(),
        command.endpoint(),
        endpoint ->
            command.seenCurrent() == null
                || Arrays.equals(endpoint.secrets().current(), command.seenCurrent()),
        endpoint -> endpoint.replaceSecrets(command.secrets()));
  }

  private void change(long request, String customerId, EndpointId id, Consumer<Endpoint> change) {
    change(request, customerId, id, _ -> true, change);
  }

  /** Changes an endpoint, unless it changed since the caller read it. */
  private void change(
      long request,
      String customerId,
      EndpointId id,
      Predicate<Endpoint> asSeen,
      Consumer<Endpoint> change) {
    Endpoint endpoint = state.endpoints.get(customerId, id);
    if (endpoint == null) {
      state.answer(request, Reply.NOT_FOUND);
      return;
    }
    if (!asSeen.test(endpoint)) {
      state.answer(request, Reply.OVERTAKEN);
      return;
    }
    change.accept(endpoint);
    state.touch(endpoint);
    state.answer(request, Reply.DONE);
  }
}
