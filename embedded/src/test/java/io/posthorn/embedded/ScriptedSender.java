package io.posthorn.embedded;

import io.posthorn.core.message.Outcome;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.shard.protocol.Sender;
import io.posthorn.core.shard.protocol.TokenResult;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** A sender that queues requests: the test takes each one and supplies its outcome. */
final class ScriptedSender implements Sender {
  static final Outcome SUCCESS = Outcome.responded(200, 3);

  /** A request that waits for its outcome. */
  record Request(Effect.Send send, Consumer<Outcome> outcome) {
    void succeeds() {
      outcome.accept(SUCCESS);
    }

    String id() {
      return send.ticket().message().toString();
    }
  }

  private final LinkedBlockingQueue<Request> requests = new LinkedBlockingQueue<>();

  /** A sender whose every request succeeds at once. */
  static Sender succeeding() {
    return new Sender() {
      @Override
      public void send(Effect.Send request, Consumer<Outcome> outcome) {
        outcome.accept(SUCCESS);
      }

      @Override
      public void fetchToken(Effect.FetchToken request, Consumer<TokenResult> result) {
        throw new AssertionError("no endpoint needs a token");
      }
    };
  }

  @Override
  public void send(Effect.Send request, Consumer<Outcome> outcome) {
    requests.add(new Request(request, outcome));
  }

  @Override
  public void fetchToken(Effect.FetchToken request, Consumer<TokenResult> result) {
    throw new AssertionError("no endpoint needs a token");
  }

  /** The next request, which must come within seconds. */
  Request next() {
    try {
      Request request = requests.poll(20, TimeUnit.SECONDS);
      if (request == null) {
        throw new AssertionError("no request was sent");
      }
      return request;
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  int waiting() {
    return requests.size();
  }
}
