package io.posthorn.core.shard.command;

import io.posthorn.core.endpoint.CircuitState;
import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.shard.delivery.CircuitTransitions;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.core.shard.state.Endpoint;
import io.posthorn.core.shard.state.ShardState;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** The commands about endpoints: enable, pause, resume, limits, secrets. */
public final class EndpointCommands {
  /** The most endpoints that one turn enables: each costs some reads and an operational event. */
  public static final int ENABLED_AT_ONCE = 200;

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
    boolean paused = command.state() == CircuitState.ENABLED;
    int count = 0;
    for (Endpoint endpoint : state.endpoints.ofCustomer(command.customerId(), command.after())) {
      if (paused && endpoint.paused()) {
        circuits.enable(endpoint);
        count++;
      } else if (!paused && endpoint.circuit().state() == command.state()) {
        circuits.close(endpoint);
        count++;
      }
      if (count == ENABLED_AT_ONCE) {
        state.reply(command.request(), new Reply.Changed(count, endpoint.id()));
        return;
      }
    }
    state.reply(command.request(), new Reply.Changed(count, null));
  }

  public void pause(Command.PauseEndpoint command) {
    change(command.request(), command.customerId(), command.endpoint(), circuits::pause);
  }

  public void resume(Command.ResumeEndpoint command) {
    change(command.request(), command.customerId(), command.endpoint(), circuits::resume);
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
      state.reply(request, Reply.NOT_FOUND);
      return;
    }
    if (!asSeen.test(endpoint)) {
      state.reply(request, Reply.OVERTAKEN);
      return;
    }
    change.accept(endpoint);
    state.touch(endpoint);
    state.reply(request, Reply.DONE);
  }
}
