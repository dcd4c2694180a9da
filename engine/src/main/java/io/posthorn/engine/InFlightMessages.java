package io.posthorn.engine;

import io.posthorn.core.message.MessageId;
import io.posthorn.core.message.Outcome;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.shard.protocol.Sender;
import io.posthorn.core.shard.protocol.TokenResult;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** A sender that tracks which messages are in flight; this is not stored anywhere. */
public final class InFlightMessages implements Sender {
  private final Sender sender;
  private final Set<MessageId> inFlight = ConcurrentHashMap.newKeySet();

  public InFlightMessages(Sender sender) {
    this.sender = sender;
  }

  @Override
  public void send(Effect.Send request, Consumer<Outcome> outcome) {
    MessageId message = request.ticket().message();
    inFlight.add(message);
    sender.send(
        request,
        result -> {
          inFlight.remove(message);
          outcome.accept(result);
        });
  }

  @Override
  public void fetchToken(Effect.FetchToken request, Consumer<TokenResult> result) {
    sender.fetchToken(request, result);
  }

  public boolean contains(MessageId message) {
    return inFlight.contains(message);
  }
}
