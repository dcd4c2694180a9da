package io.posthorn.core.shard.command;

import io.posthorn.core.endpoint.CircuitState;
import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.shard.delivery.CircuitTransitions;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Command.ConfigureEndpoint.NewSecrets;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.core.shard.protocol.Reply.Conflict.Cause;
import io.posthorn.core.shard.state.Endpoint;
import io.posthorn.core.shard.state.ShardState;
import io.posthorn.core.subscription.Subscription;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** The commands about endpoints: enable, pause, resume, limits, secrets. */
public final class EndpointCommands {
  /** The most endpoints that one turn enables: each costs some reads and an operational event. */
  public static final int ENABLED_AT_ONCE = 200;

  /** The most endpoints that one turn examines for that, however few are in the state. */
  static final int EXAMINED_AT_ONCE = 5_000;

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
    List<Endpoint> some =
        state.endpoints.ofCustomer(command.customerId(), command.after(), EXAMINED_AT_ONCE);
    for (Endpoint endpoint : some) {
      if (!command.search().matches(endpoint.id(), endpoint.url().text())) {
        continue;
      }
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
    EndpointId next = some.size() < EXAMINED_AT_ONCE ? null : some.getLast().id();
    state.reply(command.request(), new Reply.Changed(count, next));
  }

  public void pause(Command.PauseEndpoint command) {
    change(command.request(), command.customerId(), command.endpoint(), circuits::pause);
  }

  public void resume(Command.ResumeEndpoint command) {
    change(command.request(), command.customerId(), command.endpoint(), circuits::resume);
  }

  public void configure(Command.ConfigureEndpoint command) {
    if (command.settings().options().oauth2() != null) {
      Optional<Subscription> other = withToken(command.customerId(), command.endpoint());
      if (other.isPresent()) {
        state.reply(
            command.request(),
            new Reply.Conflict(
                Cause.TWO_AUTHORIZATIONS,
                "Subscription %s of this endpoint has an authToken, which sets the same header"
                        .formatted(other.get().id())
                    + " Authorization; remove the authToken first."));
        return;
      }
    }
    change(
        command.request(),
        command.customerId(),
        command.endpoint(),
        endpoint -> isAsSeen(endpoint, command),
        endpoint -> {
          if (command.secrets() != null) {
            endpoint.replaceSecrets(command.secrets().secrets());
          }
          endpoint.configure(command.settings());
        });
  }

  private static boolean isAsSeen(Endpoint endpoint, Command.ConfigureEndpoint command) {
    NewSecrets secrets = command.secrets();
    return (command.seen() == null || endpoint.settings().sameAs(command.seen()))
        && (secrets == null || Arrays.equals(endpoint.secrets().current(), secrets.seenCurrent()));
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

  private Optional<Subscription> withToken(String customerId, EndpointId id) {
    return state.subscriptions.index().all(customerId).stream()
        .filter(s -> s.authToken() != null && s.endpointId().equals(id))
        .findFirst();
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
