package io.posthorn.server.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.api.trace.TracerProvider;
import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.endpoint.OAuth2Client;
import io.posthorn.core.message.Outcome;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.shard.protocol.Sender;
import io.posthorn.core.shard.protocol.TokenResult;
import io.posthorn.core.shard.protocol.TokenTicket;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

final class TracedSenderTest {
  private static final TokenResult TOKEN = new TokenResult.AccessToken("abc", 60_000);

  /** A sender whose every token is the same. */
  private static final Sender TOKENS =
      new Sender() {
        @Override
        public void send(Effect.Send request, Consumer<Outcome> outcome) {
          throw new AssertionError("nothing is sent");
        }

        @Override
        public void fetchToken(Effect.FetchToken request, Consumer<TokenResult> result) {
          result.accept(TOKEN);
        }
      };

  @Test
  void access_tokens_are_fetched_also_when_attempts_are_traced() {
    Sender traced = new TracedSender(TOKENS, TracerProvider.noop().get("test"));
    OAuth2Client client =
        new OAuth2Client("https://tokens.example.com/", "id", new byte[0], null, null);
    List<TokenResult> results = new ArrayList<>();
    traced.fetchToken(
        new Effect.FetchToken(new TokenTicket(new EndpointId(1, 1), 1), "acme", client),
        results::add);
    assertThat(results).containsExactly(TOKEN);
  }
}
