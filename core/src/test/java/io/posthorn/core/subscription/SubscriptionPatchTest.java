package io.posthorn.core.subscription;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.posthorn.core.input.FieldError;
import io.posthorn.core.input.InvalidInputException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class SubscriptionPatchTest {
  private static final long CREATED = 1_000;
  private static final long NOW = 9_000;
  private static final Subscription CURRENT =
      SubscriptionDraft.parse(
              bytes(
                  """
                  {"objCode": "PROJ", "eventType": "UPDATE", "url": "https://example.com/",
                   "objId": "42", "authToken": "very-secret-cafe", "description": "old",
                   "base64Encoding": true, "version": "v1", "format": "raw"}
                  """))
          .create(new SubscriptionId(1, 2), "acme", new byte[] {1, 2}, CREATED);

  @Test
  void a_field_that_is_not_mentioned_stays() {
    Subscription changed = apply("{\"description\": \"new\"}");

    assertThat(changed)
        .usingRecursiveComparison()
        .ignoringFields("description", "modifiedAt")
        .isEqualTo(CURRENT);
    assertThat(changed.description()).isEqualTo("new");
    assertThat(changed.modifiedAt()).isEqualTo(NOW);
  }

  @Test
  void format_slack_must_fit_the_objCode_that_results() {
    assertThatThrownBy(() -> apply("{\"format\": \"slack\"}"))
        .isInstanceOfSatisfying(
            InvalidInputException.class,
            refused ->
                assertThat(refused.errors())
                    .extracting(FieldError::pointer)
                    .containsExactly("/format"));
    assertThat(
            apply(
                    "{\"format\": \"slack\", \"objCode\": \"POSTHORN_DROPS\","
                        + " \"base64Encoding\": false}")
                .format())
        .isEqualTo(PayloadFormat.SLACK);
  }

  @Test
  void format_cloudevents_stays_without_base64_and_v1() {
    Subscription cloud =
        SubscriptionPatch.parse(
                bytes(
                    "{\"format\": \"cloudevents\", \"version\": \"v2\","
                        + " \"base64Encoding\": false}"))
            .apply(CURRENT, null, NOW);

    assertThatThrownBy(() -> SubscriptionPatch.toVersion(PayloadVersion.V1).apply(cloud, null, NOW))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("cloudevents has no v1");
    assertThatThrownBy(
            () ->
                SubscriptionPatch.parse(bytes("{\"base64Encoding\": true}"))
                    .apply(cloud, null, NOW))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("base64Encoding");
  }

  @Test
  void every_field_can_be_changed() {
    Subscription changed =
        SubscriptionPatch.parse(
                bytes(
                    """
                    {"objCode": "*", "eventType": "*", "url": "https://other.example",
                     "objId": "43", "authToken": "another-secret-beef", "description": "new",
                     "base64Encoding": false, "version": "v2", "format": "standard",
                     "filters": [], "filterConnector": "AND"}
                    """))
            .apply(CURRENT, new byte[] {3}, NOW);

    assertThat(changed.id()).isEqualTo(CURRENT.id());
    assertThat(changed.customerId()).isEqualTo("acme");
    assertThat(changed.objCode()).isEqualTo("*");
    assertThat(changed.eventType()).isEqualTo("*");
    assertThat(changed.url()).hasToString("https://other.example/");
    assertThat(changed.objId()).isEqualTo("43");
    assertThat(changed.authToken()).containsExactly(3);
    assertThat(changed.authTokenHint()).isEqualTo("****beef");
    assertThat(changed.description()).isEqualTo("new");
    assertThat(changed.base64()).isFalse();
    assertThat(changed.version()).isEqualTo(PayloadVersion.V2);
    assertThat(changed.format()).isEqualTo(PayloadFormat.STANDARD);
    assertThat(changed.createdAt()).isEqualTo(CREATED);
    assertThat(changed.modifiedAt()).isEqualTo(NOW);
  }

  @Test
  void null_clears_an_optional_field_or_sets_it_back_to_its_default() {
    Subscription changed =
        apply(
            """
            {"objId": null, "authToken": null, "description": null, "filters": null,
             "filterConnector": null, "base64Encoding": null, "version": null, "format": null}
            """);

    assertThat(changed.objId()).isNull();
    assertThat(changed.authToken()).isNull();
    assertThat(changed.authTokenHint()).isNull();
    assertThat(changed.description()).isNull();
    assertThat(changed.filters().canonical()).isEqualTo("[]");
    assertThat(changed.base64()).isFalse();
    assertThat(changed.version()).isEqualTo(PayloadVersion.V2);
    assertThat(changed.format()).isEqualTo(PayloadFormat.WORKFRONT);
  }

  @Test
  void a_patch_cannot_clear_required_fields() {
    assertThatThrownBy(() -> apply("{\"objCode\": null, \"eventType\": null, \"url\": null}"))
        .isInstanceOfSatisfying(
            InvalidInputException.class,
            e ->
                assertThat(e.errors())
                    .extracting(FieldError::pointer)
                    .containsExactly("/objCode", "/eventType", "/url"));
  }

  @Test
  void a_patch_is_read_as_strictly_as_a_draft() {
    assertThatThrownBy(
            () ->
                apply(
                    """
                    {"objCode": "9", "id": "sub_1", "authToken": "****cafe", "version": 2,
                     "objId": "1", "objId": "2"}
                    """))
        .isInstanceOfSatisfying(
            InvalidInputException.class,
            e ->
                assertThat(e.errors())
                    .extracting(FieldError::pointer)
                    .containsExactlyInAnyOrder(
                        "/objCode", "/id", "/authToken", "/version", "/objId"));
  }

  @Test
  void an_empty_patch_changes_nothing_not_even_the_time_of_change() {
    assertThat(apply("{}")).isSameAs(CURRENT);
    assertThat(SubscriptionPatch.parse(bytes("{}")).isEmpty()).isTrue();
    assertThat(SubscriptionPatch.parse(bytes("{\"objId\": null}")).isEmpty()).isFalse();
  }

  @Test
  void two_changes_within_a_millisecond_can_be_distinguished() {
    Subscription once = apply("{\"description\": \"one\"}");
    Subscription twice =
        SubscriptionPatch.parse(bytes("{\"description\": \"two\"}")).apply(once, null, NOW);

    assertThat(once.modifiedAt()).isEqualTo(NOW);
    assertThat(twice.modifiedAt()).isEqualTo(NOW + 1);
  }

  @Test
  void a_version_switch_remembers_the_version_before_it_and_its_time() {
    Subscription switched =
        SubscriptionPatch.toVersion(PayloadVersion.V2).apply(CURRENT, null, NOW);

    assertThat(switched.version()).isEqualTo(PayloadVersion.V2);
    assertThat(switched.previousVersion()).isEqualTo(PayloadVersion.V1);
    assertThat(switched.versionSwitchedAt()).isEqualTo(NOW);
    assertThat(switched)
        .usingRecursiveComparison()
        .ignoringFields("version", "versionSwitchedAt", "modifiedAt")
        .isEqualTo(CURRENT);
  }

  @Test
  void the_current_version_is_no_switch() {
    Subscription switched =
        SubscriptionPatch.toVersion(PayloadVersion.V2).apply(CURRENT, null, NOW);
    Subscription again =
        SubscriptionPatch.toVersion(PayloadVersion.V2).apply(switched, null, NOW + 60_000);

    assertThat(again.previousVersion()).isEqualTo(PayloadVersion.V1);
    assertThat(again.versionSwitchedAt()).isEqualTo(NOW);
  }

  @Test
  void switching_back_is_a_switch_of_its_own() {
    Subscription there = SubscriptionPatch.toVersion(PayloadVersion.V2).apply(CURRENT, null, NOW);
    Subscription back =
        SubscriptionPatch.toVersion(PayloadVersion.V1).apply(there, null, NOW + 60_000);

    assertThat(back.version()).isEqualTo(PayloadVersion.V1);
    assertThat(back.previousVersion()).isEqualTo(PayloadVersion.V2);
    assertThat(back.versionSwitchedAt()).isEqualTo(NOW + 60_000);
  }

  @Test
  void a_new_token_must_come_sealed_and_no_seal_without_one() {
    SubscriptionPatch token = SubscriptionPatch.parse(bytes("{\"authToken\": \"new\"}"));
    SubscriptionPatch cleared = SubscriptionPatch.parse(bytes("{\"authToken\": null}"));

    assertThat(token.newToken()).hasToString("****");
    assertThat(cleared.newToken()).isNull();
    assertThatIllegalArgumentException().isThrownBy(() -> token.apply(CURRENT, null, NOW));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> cleared.apply(CURRENT, new byte[] {1}, NOW));
  }

  @Test
  void the_clear_token_is_not_in_the_text_of_a_patch() {
    assertThat(SubscriptionPatch.parse(bytes("{\"authToken\": \"very-secret-beef\"}")).toString())
        .contains("****beef")
        .doesNotContain("secret");
  }

  @Test
  void a_new_event_type_checks_the_existing_filters() {
    Subscription onOldState =
        apply(
            "{\"filters\": [{\"fieldName\": \"a\", \"fieldValue\": \"1\", \"state\":"
                + " \"oldState\"}]}");

    assertThatThrownBy(
            () ->
                SubscriptionPatch.parse(bytes("{\"eventType\": \"CREATE\"}"))
                    .apply(onOldState, null, NOW))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("/filters/0");
  }

  @Test
  void filters_and_their_connector_can_be_changed_apart() {
    Subscription two =
        apply(
            """
            {"filters": [{"fieldName": "a", "fieldValue": "1"},
                         {"fieldName": "b", "fieldValue": "2"}]}
            """);
    Subscription either =
        SubscriptionPatch.parse(bytes("{\"filterConnector\": \"OR\"}")).apply(two, null, NOW);

    assertThat(either.filters().connector()).hasToString("OR");
    assertThat(either.filters().canonical()).isEqualTo(two.filters().canonical());
    assertThat(either.identity()).isNotEqualTo(two.identity());
  }

  private static Subscription apply(String patch) {
    return SubscriptionPatch.parse(bytes(patch)).apply(CURRENT, null, NOW);
  }

  private static byte[] bytes(String json) {
    return json.getBytes(StandardCharsets.UTF_8);
  }
}
