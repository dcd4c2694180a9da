package io.posthorn.engine.read;

import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.event.Event;
import io.posthorn.core.message.Attempt;
import io.posthorn.core.message.Message;
import io.posthorn.core.shard.read.EndpointView;
import java.util.List;
import java.util.Map;
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
    DeliveryPause pause) {}
