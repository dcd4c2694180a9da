package io.posthorn.sim.model;

import io.posthorn.core.endpoint.CircuitState;
import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.message.Message;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.EndpointChange;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The part of the model that applies commands about endpoints. */
final class EndpointModel {
  private final ReferenceModel model;

  EndpointModel(ReferenceModel model) {
    this.model = model;
  }

  List<ExpectedEndpoint.Change> enabled(EndpointId id, long now) {
    ExpectedEndpoint endpoint = model.endpoint(id);
    if (!endpoint.needsEnabling()) {
      return List.of();
    }
    model.endpoints().put(id, endpoint.enabledByApi(now));
    model.inFlight().overtake(id);
    backInLanes(id);
    return List.of(new ExpectedEndpoint.Change(id, EndpointChange.RECOVERED));
  }

  List<ExpectedEndpoint.Change> enabled(Command.EnableEndpoints command, long now) {
    List<ExpectedEndpoint.Change> changes = new ArrayList<>();
    for (ExpectedEndpoint endpoint : List.copyOf(model.endpoints().values())) {
      if (endpoint.meant(command)) {
        boolean paused = endpoint.paused() && command.state() != CircuitState.ENABLED;
        List<ExpectedEndpoint.Change> recovered = enabled(endpoint.id(), now);
        if (paused) { // the pause stays beside the closed circuit: it does not receive yet
          model.endpoints().put(endpoint.id(), model.endpoint(endpoint.id()).pausedByApi());
        } else {
          changes.addAll(recovered);
        }
      }
    }
    return changes;
  }

  List<ExpectedEndpoint.Change> paused(EndpointId id) {
    ExpectedEndpoint endpoint = model.endpoint(id);
    if (endpoint.paused()) {
      return List.of();
    }
    model.endpoints().put(id, endpoint.pausedByApi());
    return List.of(new ExpectedEndpoint.Change(id, EndpointChange.PAUSED));
  }

  List<ExpectedEndpoint.Change> resumed(EndpointId id) {
    ExpectedEndpoint endpoint = model.endpoint(id);
    if (!endpoint.paused()) {
      return List.of();
    }
    model.endpoints().put(id, endpoint.resumedByApi());
    model.inFlight().overtake(id);
    return endpoint.circuit().state() == CircuitState.ENABLED
        ? List.of(new ExpectedEndpoint.Change(id, EndpointChange.RECOVERED))
        : List.of();
  }

  /** Notes a change: format slack gets it now, or its result later. */
  void reported(EndpointId id, long now) {
    ExpectedEndpoint endpoint = model.endpoint(id);
    boolean later = endpoint.reports().tooSoon(now, model.rules().limits());
    long latest = later ? endpoint.reports().latest() : now;
    boolean drops = endpoint.reports().drops();
    model
        .endpoints()
        .put(id, endpoint.reported(new ExpectedEndpoint.Reports(latest, later, drops)));
  }

  /** Notes that a message was dropped. */
  void dropped(EndpointId id) {
    ExpectedEndpoint endpoint = model.endpoints().get(id);
    if (endpoint != null) {
      ExpectedEndpoint.Reports before = endpoint.reports();
      model
          .endpoints()
          .put(
              id,
              endpoint.reported(
                  new ExpectedEndpoint.Reports(before.latest(), before.owed(), true)));
    }
  }

  /** All events about changes and drops that were due are published. */
  void reportedAll(long now) {
    for (ExpectedEndpoint endpoint : List.copyOf(model.endpoints().values())) {
      if (endpoint.owesReport(now, model.rules().limits())) {
        reported(endpoint.id(), now);
      } else if (endpoint.owesDrops(now, model.rules().limits())) {
        model
            .endpoints()
            .put(endpoint.id(), endpoint.reported(new ExpectedEndpoint.Reports(now, false, false)));
      }
    }
  }

  void configured(Command.ConfigureEndpoint command) {
    ExpectedEndpoint endpoint = model.endpoint(command.endpoint());
    if (!Objects.equals(
        endpoint.settings().options().oauth2(), command.settings().options().oauth2())) {
      model.tokens().reset(endpoint.id());
    }
    model.endpoints().put(endpoint.id(), endpoint.configured(command.settings()));
    model.inFlight().forgetStarts(endpoint.id());
  }

  void resumed(@Nullable String customerId) {
    if (!model.deliveryPaused(customerId)) {
      return;
    }
    model.pause(customerId, false);
    for (ExpectedEndpoint endpoint : List.copyOf(model.endpoints().values())) {
      if (customerId == null || customerId.equals(endpoint.customerId())) {
        model.endpoints().put(endpoint.id(), endpoint.afterDeliveryPause());
      }
    }
  }

  /** Returns messages whose probes failed to the lanes that they came from. */
  void backInLanes(EndpointId id) {
    for (Message message : ModelWriter.probed(model, id)) {
      ExpectedMessage known = model.messages().get(message.id());
      if (known != null) {
        model.put(known.with(message.returnToLane()));
        model.settle(false);
      }
    }
  }
}
