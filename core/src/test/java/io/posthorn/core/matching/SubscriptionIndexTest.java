package io.posthorn.core.matching;

import static io.posthorn.core.matching.MatchingSamples.event;
import static io.posthorn.core.matching.MatchingSamples.filtered;
import static io.posthorn.core.matching.MatchingSamples.subscription;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.posthorn.core.event.Event;
import io.posthorn.core.filter.EventStates;
import io.posthorn.core.filter.FilterSet;
import io.posthorn.core.subscription.PayloadVersion;
import io.posthorn.core.subscription.Subscription;
import io.posthorn.core.subscription.SubscriptionDraft;
import io.posthorn.core.subscription.SubscriptionId;
import io.posthorn.core.subscription.SubscriptionPatch;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SubscriptionIndexTest {
  private final SubscriptionIndex index = new SubscriptionIndex();

  @Test
  void an_event_finds_the_subscriptions_of_its_code_and_type_compared_exactly() {
    put(subscription(1, "PROJ", "UPDATE", null));
    put(subscription(2, "PROJ", "CREATE", null));
    put(subscription(3, "TASK", "UPDATE", null));
    put(subscription(4, "proj", "UPDATE", null));
    put(subscription(5, "PROJ", "update", null));

    assertThat(match("PROJ", "UPDATE", null)).containsExactly(1L);
    assertThat(match("PROJ", "DELETE", null)).isEmpty();
  }

  @Test
  void a_star_matches_either_code() {
    put(subscription(1, "*", "*", null));
    put(subscription(2, "PROJ", "*", null));
    put(subscription(3, "*", "UPDATE", null));
    put(subscription(4, "PROJ", "UPDATE", null));

    assertThat(match("PROJ", "UPDATE", null)).containsExactly(1L, 2L, 3L, 4L);
    assertThat(match("PROJ", "CREATE", null)).containsExactly(1L, 2L);
    assertThat(match("TASK", "UPDATE", null)).containsExactly(1L, 3L);
    assertThat(match("TASK", "CREATE", null)).containsExactly(1L);
  }

  @Test
  void an_object_id_matches_that_object_and_none_matches_all() {
    put(subscription(1, "PROJ", "UPDATE", null));
    put(subscription(2, "PROJ", "UPDATE", "42"));
    put(subscription(3, "PROJ", "UPDATE", "43"));
    put(subscription(4, "*", "*", "42"));

    assertThat(match("PROJ", "UPDATE", "42")).containsExactly(1L, 2L, 4L);
    assertThat(match("PROJ", "UPDATE", "44")).containsExactly(1L);
    assertThat(match("PROJ", "UPDATE", null)).containsExactly(1L);
  }

  @Test
  void no_customer_sees_anothers_events() {
    put(subscription(1, "one", "*", "*", null, FilterSet.none()));
    put(subscription(2, "two", "*", "*", null, FilterSet.none()));

    assertThat(ids(index.match(event("one", "PROJ", "UPDATE", null, "{}")))).containsExactly(1L);
    assertThat(index.match(event("three", "PROJ", "UPDATE", null, "{}"))).isEmpty();
  }

  @Test
  void any_subscription_can_match_operational_events_a_star_too() {
    put(subscription(1, "POSTHORN_ENDPOINT", "*", null));
    put(subscription(2, "*", "*", null));
    put(subscription(3, "POSTHORN_DROPS", "*", null));

    assertThat(match("POSTHORN_ENDPOINT", "FROZEN", null)).containsExactly(1L, 2L);
  }

  @Test
  void matches_are_ordered_by_id_whatever_the_order_of_insertion() {
    put(subscription(5, "PROJ", "UPDATE", "42"));
    put(subscription(3, "*", "*", "42"));
    put(subscription(-1, "PROJ", "*", null)); // ids are unsigned: this one is the last
    put(subscription(1, "*", "UPDATE", "42"));
    put(subscription(4, "*", "*", null));
    put(subscription(2, "PROJ", "UPDATE", null));
    put(subscription(0, "PROJ", "UPDATE", "42"));

    assertThat(match("PROJ", "UPDATE", "42")).containsExactly(0L, 1L, 2L, 3L, 4L, 5L, -1L);
  }

  @Test
  void filters_say_no_to_a_match() {
    put(filtered(1, "PROJ", "UPDATE", "[{\"fieldName\":\"a\",\"fieldValue\":\"1\"}]"));
    put(subscription(2, "PROJ", "UPDATE", null));
    Event one = event("acme", "PROJ", "UPDATE", null, "{\"a\":\"1\"}");
    Event two = event("acme", "PROJ", "UPDATE", null, "{\"a\":\"2\"}");

    assertThat(ids(index.match(one))).containsExactly(1L, 2L);
    assertThat(ids(index.match(two))).containsExactly(2L);
  }

  @Test
  void of_many_filters_on_one_field_only_those_with_the_events_value_are_evaluated() {
    for (int i = 0; i < 1_000; i++) {
      String project = "[{\"fieldName\":\"projectID\",\"fieldValue\":\"p%d\"}]".formatted(i);
      put(filtered(i, "TASK", "UPDATE", project));
    }
    Event event = event("acme", "TASK", "UPDATE", null, "{\"projectID\":\"p7\"}");

    assertThat(ids(index.match(event))).containsExactly(7L);
    assertThat(examined(event)).isEqualTo(1);
  }

  @Test
  void of_hundreds_of_fields_each_is_found_by_its_own() {
    for (int i = 0; i < 300; i++) {
      put(filtered(i, "CODE" + i % 7, "UPDATE", wants("field" + i, "x")));
    }
    index.remove(new SubscriptionId(0, 149));

    assertThat(matchState("CODE3", "{\"field150\":\"x\",\"field10\":\"x\",\"field9\":\"x\"}"))
        .containsExactly(10L, 150L);
    assertThat(matchState("CODE2", "{\"field149\":\"x\"}")).isEmpty();
  }

  @Test
  void after_one_of_two_identical_subscriptions_is_removed_the_other_is_still_found() {
    put(filtered(1, "TASK", "UPDATE", wants("status", "new")));
    put(filtered(2, "TASK", "UPDATE", wants("status", "new")));

    index.remove(new SubscriptionId(0, 1));
    assertThat(matchState("TASK", "{\"status\":\"new\"}")).containsExactly(2L);

    index.remove(new SubscriptionId(0, 2));
    assertThat(matchState("TASK", "{\"status\":\"new\"}")).isEmpty();

    put(filtered(3, "TASK", "UPDATE", wants("status", "new")));
    assertThat(matchState("TASK", "{\"status\":\"new\"}")).containsExactly(3L);
  }

  @Test
  void long_codes_and_values_with_the_same_hash_are_distinguished() {
    put(filtered(1, "AaAaAaAa", "UPDATE", wants("status", "AaAaAaAa")));
    put(filtered(2, "AaAaAaAa", "UPDATE", wants("status", "BBBBBBBB")));
    put(filtered(3, "BBBBBBBB", "UPDATE", wants("status", "AaAaAaAa")));
    String state = "{\"status\":\"AaAaAaAa\"}";

    assertThat(matchState("AaAaAaAa", state)).containsExactly(1L);
    assertThat(matchState("BBBBBBBB", state)).containsExactly(3L);
    assertThat(matchState("AaAaBBBB", state)).isEmpty();
  }

  @Test
  void a_subscription_that_is_put_again_is_found_where_it_now_belongs_and_once() {
    put(subscription(1, "PROJ", "UPDATE", null));
    put(subscription(2, "PROJ", "UPDATE", null));

    put(subscription(1, "PROJ", "*", "42"));

    assertThat(match("PROJ", "UPDATE", "42")).containsExactly(1L, 2L);
    assertThat(match("PROJ", "UPDATE", "43")).containsExactly(2L);
    assertThat(index.count("acme")).isEqualTo(2);
  }

  @Test
  void a_subscription_that_is_put_again_in_its_place_is_found_in_its_new_form() {
    put(subscription(1, "PROJ", "UPDATE", null));
    Subscription switched =
        SubscriptionPatch.toVersion(PayloadVersion.V1)
            .apply(subscription(1, "PROJ", "UPDATE", null), null, 5_000);

    put(switched);

    assertThat(index.match(event("PROJ", "UPDATE", null))).containsExactly(switched);
    assertThat(index.get(new SubscriptionId(0, 1))).isSameAs(switched);
    assertThat(index.all("acme")).containsExactly(switched);
  }

  @Test
  void a_removed_subscription_is_found_nowhere() {
    Subscription one = subscription(1, "PROJ", "UPDATE", "42");
    put(one);
    put(subscription(2, "PROJ", "UPDATE", null));

    assertThat(index.remove(one.id())).isTrue();

    assertThat(index.remove(one.id())).isFalse();
    assertThat(match("PROJ", "UPDATE", "42")).containsExactly(2L);
    assertThat(index.get(one.id())).isNull();
    assertThat(index.sameAs(subscription(9, "PROJ", "UPDATE", "42"))).isEmpty();
    assertThat(ids(index.all("acme"))).containsExactly(2L);
  }

  @Test
  void all_subscriptions_of_a_customer_are_listed_in_the_order_of_ids_and_counted() {
    put(subscription(3, "PROJ", "UPDATE", null));
    put(subscription(1, "*", "*", "7"));
    put(subscription(2, "TASK", "*", null));
    put(subscription(4, "other", "TASK", "*", null, FilterSet.none()));

    assertThat(ids(index.all("acme"))).containsExactly(1L, 2L, 3L);
    assertThat(index.count("acme")).isEqualTo(3);
    assertThat(index.count("other")).isEqualTo(1);
    assertThat(index.count("unknown")).isZero();
    assertThat(index.all("unknown")).isEmpty();
  }

  @Test
  void an_identical_subscription_is_found_but_not_the_same_one() {
    Subscription one = subscription(1, "PROJ", "UPDATE", null);
    Subscription two = identicalTo(one, 2);
    put(one);

    assertThat(index.sameAs(two)).containsSame(one);
    assertThat(index.sameAs(one)).isEmpty();

    put(two);
    assertThat(index.sameAs(one)).containsSame(two);
    assertThat(index.sameAs(two)).containsSame(one);
    index.remove(two.id());
    assertThat(index.sameAs(two)).containsSame(one);
  }

  @Test
  void a_changed_subscription_is_identical_to_what_it_is_now_and_not_to_what_it_was() {
    Subscription before = subscription(1, "PROJ", "UPDATE", null);
    put(before);
    put(
        SubscriptionPatch.parse("{\"objId\": \"42\"}".getBytes(StandardCharsets.UTF_8))
            .apply(before, null, 2_000));

    assertThat(index.sameAs(identicalTo(before, 2))).isEmpty();
    assertThat(index.sameAs(identicalTo(index.all("acme").getFirst(), 2))).isPresent();
  }

  @Test
  void a_subscription_does_not_change_its_customer() {
    put(subscription(1, "PROJ", "UPDATE", null));

    assertThatIllegalArgumentException()
        .isThrownBy(() -> put(subscription(1, "other", "PROJ", "UPDATE", null, FilterSet.none())));
  }

  @Test
  void matching_evaluates_only_candidates_however_many_others_exist() {
    put(subscription(1, "PROJ", "UPDATE", "42"));
    put(subscription(2, "PROJ", "*", null));
    put(subscription(3, "PROJ", "UPDATE", "other"));
    Event event = event("PROJ", "UPDATE", "42");
    int examinedBefore = examined(event);

    for (int i = 0; i < 5_000; i++) {
      put(subscription(100_000 + i, "PROJ", "UPDATE", "o" + i));
      put(subscription(200_000 + i, "TASK" + i % 50, "UPDATE", null));
      put(subscription(300_000 + i, "*", "TYPE" + i, null));
      put(subscription(400_000 + i, "other", "PROJ", "UPDATE", null, FilterSet.none()));
    }

    assertThat(examinedBefore).isEqualTo(2);
    assertThat(examined(event)).isEqualTo(2);
    assertThat(match("PROJ", "UPDATE", "42")).containsExactly(1L, 2L);
  }

  private void put(Subscription subscription) {
    index.put(subscription);
  }

  private List<Long> match(String objCode, String eventType, @Nullable String objId) {
    return ids(index.match(event(objCode, eventType, objId)));
  }

  private List<Long> matchState(String objCode, String state) {
    return ids(index.match(event("acme", objCode, "UPDATE", null, state)));
  }

  private static String wants(String field, String value) {
    return "[{\"fieldName\":\"%s\",\"fieldValue\":\"%s\"}]".formatted(field, value);
  }

  private int examined(Event event) {
    CountingVisitor onlooker = new CountingVisitor(event);
    index.show(event, onlooker);
    return onlooker.seen;
  }

  private static List<Long> ids(List<Subscription> found) {
    return found.stream().map(subscription -> subscription.id().low()).toList();
  }

  private static Subscription identicalTo(Subscription one, long id) {
    return new SubscriptionDraft(
            one.objCode(),
            one.eventType(),
            one.objId(),
            one.url(),
            one.filters(),
            PayloadVersion.V1,
            one.format(),
            one.base64(),
            null,
            "identical",
            false)
        .create(new SubscriptionId(0, id), one.customerId(), null, 2_000);
  }

  /** Counts what a search is shown. */
  private static final class CountingVisitor implements MatchVisitor {
    private final EventStates states;
    private int seen;

    CountingVisitor(Event event) {
      this.states = new EventStates(event.oldState(), event.newState());
    }

    @Override
    public void accept(Subscription candidate, boolean certain) {
      seen++;
    }

    @Override
    public EventStates states() {
      return states;
    }
  }
}
