package io.posthorn.sender;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.standardwebhooks.Webhook;
import com.standardwebhooks.exceptions.WebhookVerificationException;
import io.posthorn.core.endpoint.EndpointSecrets;
import io.posthorn.core.endpoint.EndpointSecrets.Previous;
import io.posthorn.core.message.ErrorKind;
import io.posthorn.core.message.MessageBody;
import io.posthorn.core.message.Outcome;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.subscription.PayloadFormat;
import io.posthorn.core.subscription.PayloadVersion;
import io.posthorn.core.subscription.Rendering;
import io.posthorn.sender.ScriptedServer.Received;
import io.posthorn.sender.guard.Resolver;
import io.posthorn.sender.signing.SigningKey;
import java.io.IOException;
import java.net.http.HttpHeaders;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RequestTest {
  private static final String OTHER_SECRET = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD";
  private static final String THIRD_SECRET = "whsec_dGhlIHRoaXJkIHNlY3JldCBvZiB0aGVzZSB0ZXN0cw==";

  private final ScriptedServer server =
      ScriptedServer.plain(ScriptedServer.always(ScriptedServer.OK));

  @AfterEach
  void close() throws IOException {
    server.close();
  }

  private Received sent(SenderSettings settings, TestMessage message) {
    try (TestSender testSender = new TestSender(settings)) {
      assertThat(testSender.send(message).status()).isEqualTo(200);
    }
    return server.received().getLast();
  }

  private Received sent(TestMessage message) {
    return sent(TestSender.LOCAL, message);
  }

  private TestMessage message() {
    return TestMessage.to(server.url());
  }

  @Test
  void a_message_is_posted_as_json_with_its_id_time_and_signature_and_nothing_else() {
    Received request = sent(message());

    assertThat(request.line()).isEqualTo("POST /hook HTTP/1.1");
    assertThat(request.headers())
        .containsOnlyKeys(
            "host",
            "content-type",
            "content-length",
            "accept-encoding",
            "user-agent",
            "webhook-id",
            "webhook-timestamp",
            "webhook-signature")
        .containsEntry("host", "127.0.0.1:" + server.port())
        .containsEntry("content-type", "application/json")
        .containsEntry("user-agent", "Posthorn/1.2.3")
        .containsEntry("webhook-id", TestMessage.messageId().toString())
        .containsEntry("webhook-timestamp", Long.toString(TestSender.NOW.getEpochSecond()));
    assertThat(request.body())
        .isEqualTo(
            MessageBody.render(
                message().event(),
                Rendering.DEFAULT,
                message().send().subscription().id().toString()));
  }

  @Test
  void format_cloudevents_has_its_own_media_type_and_the_configured_source() {
    TestMessage message = message();
    Effect.Send plain = message.send();
    Rendering rendering = new Rendering(PayloadVersion.V2, PayloadFormat.CLOUDEVENTS, false);
    Effect.Send send =
        new Effect.Send(
            plain.ticket(), plain.event(), rendering, plain.subscription(), plain.target(), null);
    try (HttpSender sender =
        new HttpSender(
            TestSender.LOCAL.withCloudEventsSource("https://shop.example/"),
            bytes -> new String(bytes, UTF_8),
            Resolver.SYSTEM,
            Instant::now)) {
      CompletableFuture<Outcome> outcome = new CompletableFuture<>();
      sender.send(send, outcome::complete);
      assertThat(outcome.join().status()).isEqualTo(200);
    }
    Received request = server.received().getLast();
    assertThat(request.header("content-type")).isEqualTo("application/cloudevents+json");
    assertThat(request.header("webhook-id")).isEqualTo(TestMessage.messageId().toString());
    assertThat(new String(request.body(), UTF_8))
        .startsWith("{\"specversion\":\"1.0\",\"id\":\"e-1\",")
        .contains("\"source\":\"https://shop.example/acme\"");
  }

  @Test
  void the_sequence_of_an_ordered_message_is_a_header_that_is_not_signed() {
    Received unordered = sent(message());
    Effect.Send plain = message().send();
    Effect.Send ordered =
        new Effect.Send(
            plain.ticket(),
            plain.event(),
            plain.rendering(),
            plain.subscription(),
            plain.target(),
            "19b8a3c400000001");
    try (HttpSender sender =
        new HttpSender(
            TestSender.LOCAL,
            bytes -> new String(bytes, UTF_8),
            Resolver.SYSTEM,
            () -> TestSender.NOW)) {
      CompletableFuture<Outcome> outcome = new CompletableFuture<>();
      sender.send(ordered, outcome::complete);
      assertThat(outcome.join().status()).isEqualTo(200);
    }
    Received request = server.received().getLast();
    assertThat(request.header("webhook-sequence")).isEqualTo("19b8a3c400000001");
    assertThat(unordered.headers()).doesNotContainKey("webhook-sequence");
    assertThat(request.header("webhook-signature"))
        .isEqualTo(unordered.header("webhook-signature"));
  }

  @Test
  void path_and_query_go_out_byte_for_byte() {
    Received request = sent(TestMessage.to(server.url() + "//a/../%7e?q=[1]&r=%2F??"));

    assertThat(request.line()).isEqualTo("POST /hook//a/../%7e?q=[1]&r=%2F?? HTTP/1.1");
  }

  @Test
  void a_large_body_arrives_whole() {
    String state = "{\"text\":\"" + "x".repeat(1_000_000) + "\"}";

    Received request = sent(message().state(state));

    assertThat(new String(request.body(), UTF_8)).contains(state);
  }

  @Test
  void the_token_is_sent_as_bearer_or_raw_by_setting() {
    assertThat(sent(message().token("t0ken")).header("authorization")).isEqualTo("Bearer t0ken");
    assertThat(
            sent(
                    TestSender.LOCAL.withAuthorization(AuthorizationStyle.RAW),
                    message().token("t0ken"))
                .header("authorization"))
        .isEqualTo("t0ken");
  }

  @Test
  void static_headers_of_the_endpoint_are_sent() {
    Received request = sent(message().headers("{\"X-Team\":\"blue \\\"1\\\"\",\"X-Key\":\"k\"}"));

    assertThat(request.header("x-team")).isEqualTo("blue \"1\"");
    assertThat(request.header("x-key")).isEqualTo("k");
  }

  @Test
  void traceparent_is_passed_on_and_garbage_in_its_place_is_not() {
    String trace = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

    assertThat(sent(message().traceparent(trace)).header("traceparent")).isEqualTo(trace);
    assertThat(sent(message().traceparent("x\r\nHost: evil")).headers())
        .doesNotContainKey("traceparent");
  }

  @Test
  void a_traceparent_of_a_later_version_with_further_fields_is_passed_on() {
    String trace = "cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-later.Version";

    assertThat(sent(message().traceparent(trace)).header("traceparent")).isEqualTo(trace);
  }

  @Test
  void the_public_vector_of_standard_webhooks_has_its_signature() {
    String signature =
        SigningKey.parse(TestMessage.SECRET)
            .sign(
                "msg_p5jXN8AQM9LWM0D4loKWxJek",
                1_614_265_330,
                "{\"test\": 2432232314}".getBytes(UTF_8));

    assertThat(signature).isEqualTo("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
  }

  @Test
  void the_documented_message_has_its_documented_signature() throws IOException {
    String page = Files.readString(Path.of("../docs/MESSAGES.md"));

    String signature =
        SigningKey.parse(documented("`(whsec_[^`.]+)`", page))
            .sign(
                documented("(?m)^webhook-id: (.*)$", page),
                Long.parseLong(documented("(?m)^webhook-timestamp: (.*)$", page)),
                documented("### Format `raw`\\n```json\\n(.*)\\n```", page).getBytes(UTF_8));

    assertThat(signature).isEqualTo(documented("(?m)^webhook-signature: (.*)$", page));
  }

  private static String documented(String pattern, String page) {
    Matcher found = Pattern.compile(pattern).matcher(page);
    assertThat(found.find()).as(pattern).isTrue();
    return found.group(1);
  }

  @Test
  void the_verifier_of_standard_webhooks_accepts_a_message_and_refuses_a_changed_one() {
    Received request = sentNow(EndpointSecrets.of(TestMessage.SECRET.getBytes(UTF_8)));
    String body = new String(request.body(), UTF_8);

    assertThatCode(() -> new Webhook(TestMessage.SECRET).verify(body, headers(request)))
        .doesNotThrowAnyException();
    assertThatThrownBy(() -> new Webhook(TestMessage.SECRET).verify(body + " ", headers(request)))
        .isInstanceOf(WebhookVerificationException.class);
    assertThatThrownBy(() -> new Webhook(OTHER_SECRET).verify(body, headers(request)))
        .isInstanceOf(WebhookVerificationException.class);
  }

  @Test
  void during_a_rotation_both_secrets_sign() {
    Received request = sentNow(rotation(Instant.now().plusSeconds(60)));
    String body = new String(request.body(), UTF_8);

    assertThat(request.header("webhook-signature")).contains(" v1,");
    for (String secret : List.of(TestMessage.SECRET, OTHER_SECRET)) {
      assertThatCode(() -> new Webhook(secret).verify(body, headers(request)))
          .doesNotThrowAnyException();
    }
  }

  @Test
  void after_two_rotations_within_the_overlap_all_secrets_sign_until_their_promised_end() {
    Instant soon = Instant.now().plusSeconds(60);
    Received request = sentNow(rotation(Map.of(OTHER_SECRET, soon, THIRD_SECRET, soon)));
    String body = new String(request.body(), UTF_8);

    for (String secret : List.of(TestMessage.SECRET, OTHER_SECRET, THIRD_SECRET)) {
      assertThatCode(() -> new Webhook(secret).verify(body, headers(request)))
          .doesNotThrowAnyException();
    }

    Received later = sentNow(rotation(Map.of(OTHER_SECRET, Instant.EPOCH, THIRD_SECRET, soon)));
    assertThatCode(() -> new Webhook(THIRD_SECRET).verify(body, headers(later)))
        .doesNotThrowAnyException();
    assertThatThrownBy(() -> new Webhook(OTHER_SECRET).verify(body, headers(later)))
        .isInstanceOf(WebhookVerificationException.class);
  }

  @Test
  void after_a_rotation_the_previous_secret_signs_no_more() {
    Received request = sent(message().secrets(rotation(TestSender.NOW)));

    assertThat(request.header("webhook-signature")).doesNotContain(" ");
  }

  @Test
  void a_secret_that_cannot_be_decrypted_is_an_outcome_that_reveals_nothing() {
    try (TestSender testSender = new TestSender()) {
      byte[] secret = "whsec_!not-base64!".getBytes(UTF_8);

      Outcome outcome = testSender.send(message().secrets(EndpointSecrets.of(secret)));

      assertThat(outcome.error()).isEqualTo(ErrorKind.CONNECTION);
      assertThat(outcome.detail()).contains("cannot be decrypted").doesNotContain("not-base64");
      assertThat(server.connections()).isZero();
    }
  }

  @Test
  void a_test_request_sends_any_body_in_the_same_way() {
    try (TestSender testSender = new TestSender()) {
      WebhookRequest test =
          WebhookRequest.test(
              "acme",
              message().target(),
              "t".getBytes(UTF_8),
              "msg_test",
              PayloadFormat.RAW,
              "[1]".getBytes(UTF_8));

      Outcome outcome = testSender.sender.sendTest(test).join();

      assertThat(outcome.status()).isEqualTo(200);
      assertThat(new String(outcome.responseStart(), UTF_8)).isEqualTo("ok");
      Received request = server.received().getLast();
      assertThat(request.body()).asString().isEqualTo("[1]");
      assertThat(request.header("webhook-id")).isEqualTo("msg_test");
      assertThat(request.header("authorization")).isEqualTo("Bearer t");
      assertThat(request.header("webhook-signature")).startsWith("v1,");
    }
  }

  private static EndpointSecrets rotation(Instant until) {
    return rotation(Map.of(OTHER_SECRET, until));
  }

  private static EndpointSecrets rotation(Map<String, Instant> previous) {
    return new EndpointSecrets(
        TestMessage.SECRET.getBytes(UTF_8),
        previous.entrySet().stream()
            .map(e -> new Previous(e.getKey().getBytes(UTF_8), e.getValue().toEpochMilli()))
            .toList());
  }

  /** By the clock of the machine, which the verifier compares with. */
  private Received sentNow(EndpointSecrets secrets) {
    try (HttpSender sender =
        new HttpSender(
            TestSender.LOCAL, bytes -> new String(bytes, UTF_8), Resolver.SYSTEM, Instant::now)) {
      WebhookRequest test =
          WebhookRequest.test(
              "acme",
              message().secrets(secrets).target(),
              null,
              "msg_1",
              PayloadFormat.RAW,
              "{\"a\":\"\u00e9\"}".getBytes(UTF_8));
      assertThat(sender.sendTest(test).join().status()).isEqualTo(200);
    }
    return server.received().getLast();
  }

  private static HttpHeaders headers(Received request) {
    Map<String, List<String>> headers = new HashMap<>();
    request.headers().forEach((name, value) -> headers.put(name, List.of(value)));
    return HttpHeaders.of(headers, (name, value) -> true);
  }
}
