package io.posthorn.sim.invariant;

import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.message.AttemptTicket;
import io.posthorn.core.message.Lane;
import io.posthorn.core.message.Message;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.sim.check.Invariant;
import io.posthorn.sim.model.ExpectedMessage;
import io.posthorn.sim.model.ReferenceModel;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The invariant that each queue is served from its head, and probes are chosen in their order. */
public final class QueuesInTheirOrder implements Invariant {
  @Override
  public String contract() {
    return "A lane is served in the order of due times; a probe is the oldest of the first lane,"
        + " else the earliest retry, else the message whose probe failed longest ago.";
  }

  @Override
  public void onSend(ReferenceModel model, Effect.Send send, long now) {
    AttemptTicket ticket = send.ticket();
    ExpectedMessage known = model.messages().get(ticket.message());
    if (known == null || !model.settled()) {
      return; // while a sweep moves messages the order of the rest is not fixed
    }
    if (ticket.lane() != known.message().lane()) {
      throw broken("%s was sent from lane %s".formatted(ticket.message(), ticket.lane()));
    }
    Message next =
        ticket.probe()
            ? probe(model, ticket.endpoint())
            : model.next(ticket.endpoint(), ticket.lane());
    if (next != null
        && !(next.order() != null && next.order().waited() && next.due() == now)
        && !next.position().equals(known.message().position())) {
      throw broken(
          "%s (due %d) was sent before %s (due %d)"
              .formatted(ticket.message(), known.message().due(), next.id(), next.due()));
    }
  }

  /** The probe that a crash interrupted, as long as its message still waits there. */
  static @Nullable Message interrupted(ReferenceModel model, EndpointId endpoint) {
    MessageId id = model.endpoint(endpoint).probe();
    ExpectedMessage known = id == null ? null : model.messages().get(id);
    if (known == null
        || !known.waiting()
        || !known.message().endpoint().equals(endpoint)
        || model.inFlight().has(known.id())
        || model.cancelledAtOnce(known.id())) {
      return null;
    }
    return known.message();
  }

  /** The message that must be the next probe of an endpoint; null where none waits. */
  static @Nullable Message probe(ReferenceModel model, EndpointId endpoint) {
    Message again = interrupted(model, endpoint);
    if (again != null) {
      return again;
    }
    for (Lane lane : List.of(Lane.FIRST, Lane.RETRY, Lane.PROBED)) {
      Message next = model.next(endpoint, lane);
      if (next != null) {
        return next;
      }
    }
    return null;
  }
}
