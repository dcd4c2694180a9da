package io.posthorn.server.node;

import io.posthorn.core.message.MessageId;
import io.posthorn.core.message.Outcome;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.shard.protocol.Sender;
import io.posthorn.server.api.InFlight;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * A sender that knows which messages are in flight: nothing else does, since that is not stored.
 */
final class WatchedSender implements Sender, InFlight {
  private final Sender sender;
  private final Set<MessageId> flying = ConcurrentHashMap.newKeySet();

  WatchedSender(Sender sender) {
    this.sender = sender;
  }

  @Override
  public void send(Effect.Send request, Consumer<Outcome> outcome) {
    MessageId message = request.ticket().message();
    flying.add(message);
    sender.send(
        request,
        result -> {
          flying.remove(message);
          outcome.accept(result);
        });
  }

  @Override
  public boolean inFlight(MessageId message) {
    return flying.contains(message);
  }
}
