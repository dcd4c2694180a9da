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
 * A page of messages, newest first. Paging is stable while new messages arrive.
 *
 * @param endpoints the endpoints of the messages that still exist
 * @param next the message that the next page starts after; null on the last page
 * @param historyFrom messages that ended before this time may be gone; 0 if not applicable
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
   * @param event without its states; null after retention
   */
  public record Row(Message message, @Nullable Event event) {}
}
