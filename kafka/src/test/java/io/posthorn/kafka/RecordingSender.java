package io.posthorn.kafka;

import io.posthorn.core.message.ErrorKind;
import io.posthorn.core.message.Outcome;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.shard.protocol.Sender;
import io.posthorn.core.shard.protocol.TokenResult;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;

/** A sender that records requests: the test takes each one and supplies its outcome. */
public final class RecordingSender implements Sender {
  /** A request that waits for its outcome. */
  public record Request(Effect.Send send, Consumer<Outcome> outcome) {
    public void responds(int status) {
      outcome.accept(Outcome.responded(status, 3));
    }

    public String id() {
      return send.ticket().message().toString();
    }
  }

  private final LinkedBlockingQueue<Request> requests = new LinkedBlockingQueue<>();

  @Override
  public void send(Effect.Send request, Consumer<Outcome> outcome) {
    requests.add(new Request(request, outcome));
  }

  @Override
  public void fetchToken(Effect.FetchToken request, Consumer<TokenResult> result) {
    result.accept(new TokenResult.NoToken(Outcome.failed(ErrorKind.AUTH, 0, "no token server")));
  }

  /** The next request, which must be there. */
  public Request next() {
    Request request = requests.poll();
    if (request == null) {
      throw new AssertionError("no request was sent");
    }
    return request;
  }

  public int waiting() {
    return requests.size();
  }
}
