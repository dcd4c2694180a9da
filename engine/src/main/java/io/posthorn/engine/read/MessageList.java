package io.posthorn.engine.read;

import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.event.Event;
import io.posthorn.core.message.Message;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.shard.read.EndpointView;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Some messages, newest first, which new messages do not disturb.
 *
 * @param endpoints those of the messages, as far as they are still known
 * @param next the message that the next page begins behind; null after the last
 * @param historyFrom what ended before this moment may be gone; 0 where that is not worth telling
 */
public record MessageList(
    List<Row> rows,
    Map<EndpointId, EndpointView> endpoints,
    DeliveryPause pause,
    @Nullable MessageId next,
    long historyFrom) {
  /**
   * A message and its event.
   *
   * @param event without its states; null once it is gone, by retention
   */
  public record Row(Message message, @Nullable Event event) {}
}
