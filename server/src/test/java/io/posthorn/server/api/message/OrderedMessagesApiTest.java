package io.posthorn.server.api.message;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.message.MessageId;
import io.posthorn.core.message.Outcome;
import io.posthorn.server.JsonResponse;
import io.posthorn.server.api.ApiFixture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Ordered messages as the API shows them. */
final class OrderedMessagesApiTest {
  private final ApiFixture fixture = new ApiFixture();

  @BeforeEach
  void subscribe() {
    fixture.order(fixture.subscribe(ApiFixture.OURS, ApiFixture.URL));
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  private JsonResponse see(MessageId id) {
    return fixture.get(fixture.viewer, "/messages/" + id);
  }

  @Test
  void a_message_behind_another_waits_for_the_order_and_cannot_be_retried() {
    MessageId first = fixture.message("a");
    MessageId second = fixture.message("a");
    fixture.respond(Outcome.responded(500, 20));

    assertThat(see(first).at("/waitsFor")).isEqualTo("slot");
    assertThat(see(second).at("/waitsFor")).isEqualTo("order");
    assertThat(see(second).at("/nextAttemptAt")).isEqualTo("null");
    assertThat(see(second).at("/expiresAt")).isEqualTo("2026-01-08T00:00:00Z");
    JsonResponse refused = fixture.post(fixture.manager, "/messages/" + second + "/retry", "");
    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.at("/detail")).contains("an earlier message of the same object");
    JsonResponse endpoint =
        fixture.get(
            fixture.viewer, "/endpoints/" + fixture.endpointId(ApiFixture.OURS, ApiFixture.URL));
    assertThat(endpoint.at("/waiting/order")).isEqualTo("1");
  }

  @Test
  void the_sequence_rises_and_its_text_has_a_fixed_length() {
    String first = see(fixture.message("a")).at("/sequence");
    String second = see(fixture.message("a")).at("/sequence");

    assertThat(first).hasSize(16).isLessThan(second);
    assertThat(second).hasSize(16);
  }

  @Test
  void the_request_has_the_sequence_as_its_header() {
    JsonResponse ordered = see(fixture.message("a"));
    assertThat(ordered.at("/request/headers/webhook-sequence")).isEqualTo(ordered.at("/sequence"));

    fixture.subscribe(ApiFixture.THEIRS, ApiFixture.URL);
    MessageId unordered = fixture.post(ApiFixture.THEIRS, "a").getFirst();
    assertThat(fixture.get(fixture.otherCustomer, "/messages/" + unordered).body())
        .doesNotContain("webhook-sequence");
  }
}
