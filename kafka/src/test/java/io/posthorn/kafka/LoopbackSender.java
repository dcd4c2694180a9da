package io.posthorn.kafka;

import io.posthorn.core.message.ErrorKind;
import io.posthorn.core.message.Outcome;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.shard.protocol.Sender;
import io.posthorn.core.shard.protocol.TokenResult;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * A sender that posts every request to one local receiver, with the event and message ids in
 * headers.
 */
final class LoopbackSender implements Sender {
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final String receiver;

  LoopbackSender(String receiver) {
    this.receiver = receiver;
  }

  @Override
  public void send(Effect.Send request, Consumer<Outcome> outcome) {
    HttpRequest post =
        HttpRequest.newBuilder(URI.create(receiver + request.target().url().text().substring(24)))
            .timeout(Duration.ofSeconds(5))
            .header("webhook-id", request.ticket().message().toString())
            .header("event-id", request.event().id())
            .POST(HttpRequest.BodyPublishers.noBody())
            .build();
    var _ =
        client
            .sendAsync(post, HttpResponse.BodyHandlers.discarding())
            .whenComplete(
                (response, error) ->
                    outcome.accept(
                        response == null
                            ? Outcome.failed(ErrorKind.CONNECTION, 1, String.valueOf(error))
                            : Outcome.responded(response.statusCode(), 1)));
  }

  @Override
  public void fetchToken(Effect.FetchToken request, Consumer<TokenResult> result) {
    throw new AssertionError("no endpoint needs a token");
  }
}
