package io.posthorn.engine.read;

import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.event.Event;
import io.posthorn.core.message.Attempt;
import io.posthorn.core.message.Message;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.shard.read.CustomerReader;
import io.posthorn.core.shard.read.EndpointReader;
import io.posthorn.core.shard.read.EndpointView;
import io.posthorn.core.shard.read.EventView;
import io.posthorn.core.shard.read.History;
import io.posthorn.core.store.ShardView;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A message with its event, attempts and endpoints.
 *
 * @param event null after retention
 * @param hasPayload whether the event still has its states
 * @param attempts the attempts in order
 * @param endpoints its endpoint and those of its attempts that still exist
 */
public record MessageRecord(
    Message message,
    @Nullable Event event,
    boolean hasPayload,
    List<Attempt> attempts,
    Map<EndpointId, EndpointView> endpoints,
    DeliveryPause pause) {

  static Optional<MessageRecord> read(
      ShardView view, EndpointReader endpoints, String customerId, MessageId id, long now) {
    History history = new History(view);
    Message message = history.message(customerId, id);
    if (message == null) {
      return Optional.empty();
    }
    EventView event = history.event(customerId, id.event());
    List<Attempt> attempts = history.attempts(customerId, id);
    Set<EndpointId> ids = new HashSet<>(Set.of(message.endpoint()));
    attempts.forEach(attempt -> ids.add(attempt.endpoint()));
    return Optional.of(
        new MessageRecord(
            message,
            event == null ? null : event.event(),
            event != null && event.hasPayload(),
            attempts,
            endpoints.get(customerId, ids, now),
            DeliveryPause.of(new CustomerReader(view), customerId)));
  }
}
