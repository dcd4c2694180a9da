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
 * One message with all that is known about it.
 *
 * @param event null once it is gone, by retention
 * @param hasPayload whether the event still has its states
 * @param attempts in their order
 * @param endpoints those that its attempts went to, and its own, as far as they are still known
 */
public record MessageRecord(
    Message message,
    @Nullable Event event,
    boolean hasPayload,
    List<Attempt> attempts,
    Map<EndpointId, EndpointView> endpoints,
    DeliveryPause pause) {}
