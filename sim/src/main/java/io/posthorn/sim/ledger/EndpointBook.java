package io.posthorn.sim.ledger;

import io.posthorn.core.endpoint.CircuitState;
import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.message.Message;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.EndpointChange;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Notes what people do to endpoints. */
final class EndpointBook {
  private final Ledger ledger;

  EndpointBook(Ledger ledger) {
    this.ledger = ledger;
  }

  List<ChangeNote> enabled(EndpointId id, long now) {
    EndpointFacts facts = ledger.endpoint(id);
    if (!facts.needsEnabling()) {
      return List.of();
    }
    ledger.endpoints().put(id, facts.enabledByApi(now));
    backInLanes(id);
    return List.of(new ChangeNote(id, EndpointChange.RECOVERED));
  }

  List<ChangeNote> enabled(String customerId, CircuitState state, long now) {
    List<ChangeNote> changes = new ArrayList<>();
    for (EndpointFacts facts : List.copyOf(ledger.endpoints().values())) {
      if (facts.customerId().equals(customerId) && facts.circuit().state() == state) {
        changes.addAll(enabled(facts.id(), now));
      }
    }
    return changes;
  }

  List<ChangeNote> paused(EndpointId id) {
    EndpointFacts facts = ledger.endpoint(id);
    if (facts.paused()) {
      return List.of();
    }
    ledger.endpoints().put(id, facts.pausedByApi());
    return List.of(new ChangeNote(id, EndpointChange.PAUSED));
  }

  void configured(Command.ConfigureEndpoint command) {
    EndpointFacts facts = ledger.endpoint(command.endpoint());
    ledger.endpoints().put(facts.id(), facts.configured(command.settings()));
    ledger.flights().forgetStarts(facts.id());
  }

  void resumed(@Nullable String customerId) {
    if (!ledger.redButton(customerId)) {
      return;
    }
    ledger.pause(customerId, false);
    for (EndpointFacts facts : List.copyOf(ledger.endpoints().values())) {
      if (customerId == null || customerId.equals(facts.customerId())) {
        ledger.endpoints().put(facts.id(), facts.afterRedButton());
      }
    }
  }

  /** Messages that failed as probes go back to where they came from. */
  void backInLanes(EndpointId id) {
    for (Message message : Bookkeeper.probed(ledger, id)) {
      KnownMessage known = ledger.messages().get(message.id());
      if (known != null) {
        ledger.note(known.with(message.backInLane()));
        ledger.settle(false);
      }
    }
  }
}
