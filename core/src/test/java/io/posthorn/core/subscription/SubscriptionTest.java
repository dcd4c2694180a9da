package io.posthorn.core.subscription;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.endpoint.EndpointId;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SubscriptionTest {
  private static final long OVERLAP = 5 * 60 * 1_000L;
  private static final String BODY =
      """
      {"objCode": "PROJ", "eventType": "UPDATE", "url": "https://example.com/", "objId": "42",
       "version": "v1", "format": "standard", "base64Encoding": true}
      """;
  private static final Subscription PLAIN = made(BODY, "acme");

  @Test
  void an_event_is_sent_in_one_version() {
    assertThat(PLAIN.renderingsAt(1_000, OVERLAP))
        .containsExactly(new Rendering(PayloadVersion.V1, PayloadFormat.STANDARD, true));
  }

  @Test
  void for_5_minutes_after_a_switch_each_event_is_sent_in_both_versions() {
    long switched = 1_000_000;
    Subscription both = SubscriptionPatch.toVersion(PayloadVersion.V2).apply(PLAIN, null, switched);
    Rendering old = new Rendering(PayloadVersion.V1, PayloadFormat.STANDARD, true);
    Rendering current = new Rendering(PayloadVersion.V2, PayloadFormat.STANDARD, true);

    assertThat(OVERLAP).isEqualTo(300_000);
    assertThat(both.renderingsAt(switched, OVERLAP)).containsExactly(current, old);
    assertThat(both.renderingsAt(switched + 299_999, OVERLAP)).containsExactly(current, old);
    assertThat(both.renderingsAt(switched + 300_000, OVERLAP)).containsExactly(current);
  }

  @Test
  void format_cloudevents_has_no_v1_so_a_switch_sends_no_second_message() {
    Subscription switched =
        SubscriptionPatch.parse(
                bytes(
                    "{\"version\": \"v2\", \"format\": \"cloudevents\","
                        + " \"base64Encoding\": false}"))
            .apply(PLAIN, null, 1_000_000);

    assertThat(switched.renderingsAt(1_000_000, OVERLAP))
        .containsExactly(new Rendering(PayloadVersion.V2, PayloadFormat.CLOUDEVENTS, false));
  }

  @Test
  void all_subscriptions_of_a_customer_with_the_same_url_share_an_endpoint() {
    assertThat(PLAIN.endpointId()).isEqualTo(EndpointId.of("acme", "https://example.com/"));
  }

  @Test
  void token_version_and_description_do_not_make_another_subscription() {
    Subscription other =
        SubscriptionPatch.parse(
                bytes("{\"authToken\": \"t\", \"version\": \"v2\", \"description\": \"d\"}"))
            .apply(PLAIN, new byte[] {1}, 2_000);

    assertThat(other.identity()).isEqualTo(PLAIN.identity());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"objCode\": \"TASK\"}",
        "{\"eventType\": \"*\"}",
        "{\"objId\": null}",
        "{\"objId\": \"43\"}",
        "{\"url\": \"https://example.com/b\"}",
        "{\"format\": \"raw\"}",
        "{\"base64Encoding\": false}",
      })
  void another_match_or_url_makes_another_subscription(String patch) {
    Subscription other = SubscriptionPatch.parse(bytes(patch)).apply(PLAIN, null, 2_000);

    assertThat(other.identity()).isNotEqualTo(PLAIN.identity());
  }

  @Test
  void another_customer_makes_another_subscription() {
    assertThat(made(BODY, "other").identity()).isNotEqualTo(PLAIN.identity());
  }

  @Test
  void the_same_url_written_differently_is_the_same_subscription() {
    Subscription same =
        made(BODY.replace("https://example.com/", "HTTPS://EXAMPLE.com:443"), "acme");

    assertThat(same.identity()).isEqualTo(PLAIN.identity());
  }

  @Test
  void a_connector_without_filters_joins_nothing() {
    Subscription or =
        SubscriptionPatch.parse(bytes("{\"filterConnector\": \"OR\"}")).apply(PLAIN, null, 2);

    assertThat(or.identity()).isEqualTo(PLAIN.identity());
  }

  @Test
  void a_connector_counts_from_two_filters_on_and_filters_always_do() {
    String one = "{\"filters\": [{\"fieldName\": \"a\", \"fieldValue\": \"1\"}], ";
    String two = one.replace("}],", "}, {\"fieldName\": \"b\", \"fieldValue\": \"2\"}],");
    String group =
        one.replace("[{", "[{\"type\": \"group\", \"connector\": \"OR\", \"filters\": [{")
            .replace("}],", "}, {\"fieldName\": \"b\", \"fieldValue\": \"2\"}]}],");

    assertThat(patched(one, "AND")).isEqualTo(patched(one, "OR")).isNotEqualTo(PLAIN.identity());
    assertThat(patched(two, "AND")).isNotEqualTo(patched(two, "OR"));
    assertThat(patched(group, "AND")).isEqualTo(patched(group, "OR"));
  }

  private static SubscriptionIdentity patched(String start, String connector) {
    return SubscriptionPatch.parse(bytes(start + "\"filterConnector\": \"" + connector + "\"}"))
        .apply(PLAIN, null, 2_000)
        .identity();
  }

  private static Subscription made(String json, String customerId) {
    return SubscriptionDraft.parse(bytes(json))
        .create(new SubscriptionId(1, 2), customerId, null, 1_000);
  }

  private static byte[] bytes(String json) {
    return json.getBytes(StandardCharsets.UTF_8);
  }
}
