package io.posthorn.sender;

import static io.posthorn.sender.ScriptedServer.OK;
import static io.posthorn.sender.ScriptedServer.always;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.endpoint.EndpointOptions;
import io.posthorn.core.endpoint.OAuth2Client;
import io.posthorn.core.message.ErrorKind;
import io.posthorn.core.message.Outcome;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.shard.protocol.SendTarget;
import io.posthorn.core.shard.protocol.TokenResult;
import io.posthorn.core.shard.protocol.TokenTicket;
import io.posthorn.core.subscription.PayloadFormat;
import io.posthorn.sender.token.TokenFetchResult;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Access tokens from real token servers on loopback, good and bad ones. */
final class AccessTokenTest {
  private static final String SECRET = "s3cret:with/special characters";

  private static OAuth2Client client(String url) {
    return client(url, null, null);
  }

  private static OAuth2Client client(String url, @Nullable String scope, @Nullable String to) {
    return new OAuth2Client(url, "client 1", SECRET.getBytes(UTF_8), scope, to);
  }

  private static CompletableFuture<TokenResult> start(TestSender sender, OAuth2Client client) {
    CompletableFuture<TokenResult> result = new CompletableFuture<>();
    sender.sender.fetchToken(
        new Effect.FetchToken(new TokenTicket(new EndpointId(1, 2), 1), "acme", client),
        given -> {
          if (!result.complete(given)) {
            throw new AssertionError("reported twice");
          }
        });
    return result;
  }

  private static TokenResult fetch(TestSender sender, OAuth2Client client) {
    return start(sender, client).orTimeout(20, TimeUnit.SECONDS).join();
  }

  private static String json(String body) {
    return respond("200 OK", body);
  }

  private static String respond(String status, String body) {
    return "HTTP/1.1 %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s"
        .formatted(status, body.getBytes(ISO_8859_1).length, body);
  }

  private static TokenResult.AccessToken token(String response) throws IOException {
    try (ScriptedServer server = ScriptedServer.plain(always(response));
        TestSender sender = new TestSender()) {
      TokenResult result = fetch(sender, client(server.url()));
      assertThat(sender.sender.tokenFetches(TokenFetchResult.SUCCESS)).isEqualTo(1);
      return (TokenResult.AccessToken) result;
    }
  }

  private static Outcome failure(ScriptedServer.Script script, TokenFetchResult counted)
      throws IOException {
    try (ScriptedServer server = ScriptedServer.plain(script);
        TestSender sender = new TestSender()) {
      return failure(sender, server.url(), counted);
    }
  }

  private static Outcome failure(TestSender sender, String url, TokenFetchResult counted) {
    Outcome outcome = ((TokenResult.NoToken) fetch(sender, client(url))).outcome();
    assertThat(sender.sender.tokenFetches(counted)).isEqualTo(1);
    assertThat(outcome.error()).isEqualTo(ErrorKind.AUTH);
    assertThat(outcome.detail()).startsWith("No access token from the token server 127.0.0.1: ");
    assertThat(outcome.detail()).doesNotContain(SECRET);
    return outcome;
  }

  @Test
  void it_asks_by_client_credentials_with_scope_and_audience() throws IOException {
    try (ScriptedServer server =
            ScriptedServer.plain(always(json("{\"access_token\":\"abc\",\"expires_in\":60}")));
        TestSender sender = new TestSender()) {
      fetch(sender, client(server.url(), "read write", "https://api.example/"));
      fetch(sender, client(server.url()));

      ScriptedServer.Received full = server.received().getFirst();
      assertThat(full.line()).isEqualTo("POST /hook HTTP/1.1");
      assertThat(full.header("content-type")).isEqualTo("application/x-www-form-urlencoded");
      assertThat(full.header("accept")).isEqualTo("application/json");
      assertThat(full.header("user-agent")).isEqualTo("Posthorn/1.2.3");
      // "client+1:s3cret%3Awith%2Fspecial+characters", as section 2.3.1 of RFC 6749 asks for
      assertThat(full.header("authorization"))
          .isEqualTo("Basic Y2xpZW50KzE6czNjcmV0JTNBd2l0aCUyRnNwZWNpYWwrY2hhcmFjdGVycw==");
      assertThat(new String(full.body(), UTF_8))
          .isEqualTo(
              "grant_type=client_credentials&scope=read+write&audience=https%3A%2F%2Fapi.example%2F");
      assertThat(new String(server.received().getLast().body(), UTF_8))
          .isEqualTo("grant_type=client_credentials");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "60, 60",
    "1, 1",
    "'\"3599\"', 3599",
    "1.5, 1.5",
    "99999999999999, 86400",
    "null, 300"
  })
  void its_lifetime_is_what_the_server_says(String expiresIn, double seconds) throws IOException {
    var token = token(json("{\"access_token\":\"a\",\"expires_in\":%s}".formatted(expiresIn)));
    assertThat((double) token.usableMillis()).isCloseTo(seconds * 1_000, within(5_000d));
    assertThat(token.usableMillis()).isBetween(1_000L, (long) Math.max(1_000, seconds * 1_000));
  }

  @Test
  void an_attempt_is_sent_with_the_token_and_a_response_that_repeats_it_is_masked()
      throws IOException {
    try (ScriptedServer server =
            ScriptedServer.plain(always(respond("401 No", "you sent token-12345678")));
        TestSender sender = new TestSender()) {
      Outcome outcome = attempt(sender, server.url(), "token-12345678");
      assertThat(server.received().getFirst().header("authorization"))
          .isEqualTo("Bearer token-12345678");
      assertThat(outcome.status()).isEqualTo(401);
      assertThat(new String(outcome.responseStart(), UTF_8)).isEqualTo("you sent **************");
    }
  }

  private static Outcome attempt(TestSender sender, String url, String token) {
    return attempt(sender, url, new TokenResult.AccessToken(token, 60_000));
  }

  private static Outcome attempt(TestSender sender, String url, TokenResult token) {
    Effect.Send send = TestMessage.to(url).send();
    CompletableFuture<Outcome> outcome = new CompletableFuture<>();
    sender.sender.send(
        new Effect.Send(
            send.ticket(),
            send.event(),
            send.rendering(),
            send.subscription(),
            send.target().with(token),
            null),
        outcome::complete);
    return outcome.orTimeout(20, TimeUnit.SECONDS).join();
  }

  @Test
  void an_attempt_without_a_token_fails_with_the_reason_and_sends_nothing() throws IOException {
    try (ScriptedServer server = ScriptedServer.plain(always(OK));
        TestSender sender = new TestSender()) {
      Outcome reason = Outcome.failed(ErrorKind.AUTH, 3, "No access token.");
      assertThat(attempt(sender, server.url(), new TokenResult.NoToken(reason))).isSameAs(reason);
      assertThat(server.connections()).isZero();
    }
  }

  @Test
  void a_dead_token_server_gives_none() throws IOException {
    try (TestSender sender = new TestSender()) {
      int port;
      try (ScriptedServer server = ScriptedServer.plain(always(OK))) {
        port = server.port();
      }
      Outcome outcome =
          failure(sender, "http://127.0.0.1:" + port + "/token", TokenFetchResult.UNREACHABLE);
      assertThat(outcome.detail()).contains("was refused");
      assertThat(outcome.unconnected()).isFalse(); // says nothing about the receiver's host
    }
  }

  @Test
  void a_silent_token_server_gives_none_after_5_seconds() throws IOException {
    Outcome outcome =
        failure(
            connection -> {
              connection.request();
              connection.untilClosed();
            },
            TokenFetchResult.TIMEOUT);
    assertThat(outcome.detail()).contains("No response within 5000 ms");
    assertThat(outcome.durationMillis()).isBetween(4_900L, 7_000L);
  }

  @Test
  void the_5_seconds_are_for_the_whole_response() throws IOException {
    Outcome outcome =
        failure(
            connection -> {
              connection.request();
              connection.write(
                  "HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n{\"access_token\":");
              for (int i = 0; i < 100; i++) {
                connection.pause(Duration.ofMillis(200));
                connection.write(" ");
              }
            },
            TokenFetchResult.TIMEOUT);
    assertThat(outcome.detail()).contains("not complete within 5 s");
    assertThat(outcome.durationMillis()).isBetween(4_900L, 7_000L);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "<html>planted-token-1</html>",
        "[]",
        "\"planted-token-1\"",
        "{}",
        "{\"access_token\":\"\"}",
        "{\"access_token\":7}",
        "{\"access_token\":\"planted-token-1\"",
        "{\"access_token\":\"planted-token-1\\r\\nX: y\"}",
        "{\"access_token\":\"planted token-1\"}",
        "{\"access_token\":\"planted-token-1\\u00fc\"}",
        "{\"access_token\":\"planted-token-1\",\"token_type\":\"mac\"}",
        "{\"access_token\":\"planted-token-1\",\"expires_in\":0}",
        "{\"access_token\":\"planted-token-1\",\"expires_in\":-1}",
        "{\"access_token\":\"planted-token-1\",\"expires_in\":\"soon\"}",
        "{\"access_token\":\"planted-token-1\",\"expires_in\":{}}",
        "\u00ff\u00fe{\"access_token\":\"planted-token-1\"}"
      })
  void a_response_without_a_usable_token_gives_none_and_is_not_kept(String body)
      throws IOException {
    Outcome outcome = failure(always(json(body)), TokenFetchResult.INVALID);
    assertThat(outcome.detail()).doesNotContain("planted");
    assertThat(outcome.responseStart()).isEmpty();
  }

  @Test
  void a_deeply_nested_response_gives_none() throws IOException {
    String deep = "{\"a\":" + "[".repeat(20_000) + "]".repeat(20_000) + "}";
    failure(always(json(deep)), TokenFetchResult.INVALID);
  }

  @Test
  void a_response_of_64_kib_is_read_and_a_longer_one_is_not() throws IOException {
    String start = "{\"access_token\":\"abc\",\"x\":\"";
    String fits = start + "x".repeat(65_536 - start.length() - 2) + "\"}";
    assertThat(token(json(fits)).value()).isEqualTo("abc");

    Outcome outcome = failure(always(json(fits + " ")), TokenFetchResult.INVALID);
    assertThat(outcome.detail()).contains("longer than 64 KiB");
  }

  @Test
  void an_endless_response_is_cut_off() throws IOException {
    Outcome outcome =
        failure(
            connection -> {
              connection.request();
              connection.write("HTTP/1.1 200 OK\r\n\r\n");
              for (int i = 0; i < 10_000; i++) {
                connection.write("x".repeat(10_000));
              }
            },
            TokenFetchResult.INVALID);
    assertThat(outcome.detail()).contains("longer than 64 KiB");
  }

  @ParameterizedTest
  @ValueSource(ints = {301, 302, 303, 307, 308})
  void a_redirect_is_not_followed(int status) throws IOException {
    try (ScriptedServer other = ScriptedServer.plain(always(json("{\"access_token\":\"abc\"}")))) {
      String redirect =
          "HTTP/1.1 %d Elsewhere\r\nLocation: %s\r\nContent-Length: 0\r\n\r\n"
              .formatted(status, other.url());
      Outcome outcome = failure(always(redirect), TokenFetchResult.STATUS);
      assertThat(outcome.detail()).contains("status " + status, "redirects are not followed");
      assertThat(other.connections()).isZero();
    }
  }

  @Test
  void an_error_of_the_server_is_kept_for_admins_without_the_secret() throws IOException {
    Outcome outcome =
        failure(
            always(respond("401 No", "{\"error\":\"invalid_client\",\"sent\":\"" + SECRET + "\"}")),
            TokenFetchResult.STATUS);
    assertThat(outcome.detail()).contains("it responded with status 401");
    String response = new String(outcome.responseStart(), UTF_8);
    assertThat(response).contains("invalid_client").doesNotContain(SECRET);
    assertThat(outcome.hasResponseForAdmins()).isTrue();
  }

  @Test
  void the_address_guard_holds_for_token_servers_too() throws IOException {
    try (ScriptedServer server = ScriptedServer.plain(always(json("{\"access_token\":\"a\"}")));
        TestSender sender = new TestSender(SenderSettings.DEFAULT.withHttpsOnly(false))) {
      Outcome outcome = failure(sender, server.url(), TokenFetchResult.UNREACHABLE);
      assertThat(server.connections()).isZero();
      assertThat(outcome.isForAdmins()).isTrue(); // the text has the address
    }
  }

  @Test
  void a_client_has_one_call_at_a_time_and_clients_do_not_wait_for_each_other() throws Exception {
    AtomicInteger atOnce = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    CountDownLatch three = new CountDownLatch(3);
    ScriptedServer.Script script =
        connection -> {
          while (connection.request() != null) {
            most.accumulateAndGet(atOnce.incrementAndGet(), Math::max);
            three.countDown();
            try {
              if (!three.await(4, TimeUnit.SECONDS)) {
                throw new IOException("the clients waited for each other");
              }
            } catch (InterruptedException e) {
              throw new IOException(e);
            }
            atOnce.decrementAndGet();
            connection.write(json("{\"access_token\":\"abc\"}"));
          }
        };
    try (ScriptedServer server = ScriptedServer.plain(script);
        TestSender sender = new TestSender()) {
      List<CompletableFuture<TokenResult>> results = new ArrayList<>();
      for (int call = 0; call < 10; call++) {
        for (String scope : List.of("one", "two", "three")) {
          results.add(start(sender, client(server.url(), scope, null)));
        }
      }
      for (CompletableFuture<TokenResult> result : results) {
        assertThat(result.get(20, TimeUnit.SECONDS)).isInstanceOf(TokenResult.AccessToken.class);
      }
      assertThat(most.get()).isEqualTo(3);
      assertThat(server.received()).hasSizeLessThan(30);
    }
  }

  @Test
  void a_test_request_fetches_a_token_first() throws Exception {
    try (ScriptedServer tokens = ScriptedServer.plain(always(json("{\"access_token\":\"abc\"}")));
        ScriptedServer server = ScriptedServer.plain(always(OK));
        TestSender sender = new TestSender()) {
      Outcome outcome = test(sender, server.url(), tokens.url());
      assertThat(outcome.status()).isEqualTo(200);
      assertThat(server.received().getFirst().header("authorization")).isEqualTo("Bearer abc");
    }
  }

  @Test
  void a_test_request_without_a_token_is_not_sent() throws Exception {
    try (ScriptedServer tokens = ScriptedServer.plain(always(respond("500 No", "{}")));
        ScriptedServer server = ScriptedServer.plain(always(OK));
        TestSender sender = new TestSender()) {
      assertThat(test(sender, server.url(), tokens.url()).error()).isEqualTo(ErrorKind.AUTH);
      assertThat(server.connections()).isZero();
    }
  }

  private static Outcome test(TestSender sender, String url, String tokenUrl) throws Exception {
    SendTarget target =
        TestMessage.to(url).options(EndpointOptions.NONE.withOAuth2(client(tokenUrl))).target();
    return sender
        .sender
        .sendTest(
            WebhookRequest.test(
                "acme", target, null, "test_1", PayloadFormat.WORKFRONT, "{}".getBytes(UTF_8)))
        .get(20, TimeUnit.SECONDS);
  }

  @Test
  void a_token_is_in_no_text() {
    assertThat(new TokenResult.AccessToken("planted-token-1", 1).toString())
        .doesNotContain("planted");
    assertThat(client("http://login.example/token").toString()).doesNotContain(SECRET);
  }
}
