package io.posthorn.core.matching;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.event.Event;
import io.posthorn.core.filter.Connector;
import io.posthorn.core.filter.EventStates;
import io.posthorn.core.filter.FilterSet;
import io.posthorn.core.input.InvalidInputException;
import io.posthorn.core.json.JsonSlice;
import io.posthorn.core.subscription.PayloadVersion;
import io.posthorn.core.subscription.Subscription;
import io.posthorn.core.subscription.SubscriptionId;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SubscriptionIndexDifferentialTest {
  private static final String[] CUSTOMERS = {"one", "two"};

  // Two that are too long to be compared as numbers, and have the same hash.
  private static final String ONE = "AaAaAaAa";
  private static final String SAME_HASH = "BBBBBBBB";

  private static final String[] CODES = {"*", "A", "B", "POSTHORN_DROPS", ONE, SAME_HASH};
  private static final String[] TYPES = {"*", "CREATE", "UPDATE", ONE, SAME_HASH};
  private static final @Nullable String[] OBJECTS = {null, "1", "2", ONE, SAME_HASH};

  /** Values that are equal to one another across types, or nearly are. */
  private static final String[] VALUES = {
    "1",
    "1.0",
    "\"1\"",
    "\"1.0\"",
    "10e-1",
    "true",
    "\"true\"",
    "\"a\"",
    "\"A\"",
    "null",
    "[1]",
    "[\"a\"]",
    "[true]",
    "{}",
    "{\"x\":1}",
    "1e999999999999999999",
    "\"1e999999999999999999\"",
    "\"\"",
    "\"" + ONE + "\"",
    "\"" + SAME_HASH + "\"",
    "0",
    "-0"
  };

  private static final String[] COMPARISONS = {"eq", "eq", "eq", "ne", "contains", "exists"};

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void the_index_finds_the_same_as_a_full_scan(long seed) {
    Random random = new Random(seed);
    SubscriptionIndex index = new SubscriptionIndex();
    NavigableMap<SubscriptionId, Subscription> naive = new TreeMap<>();

    for (int step = 0; step < 4_000; step++) {
      // First it grows, then it shrinks down to nothing, so that buckets come and go.
      int share = step < 2_000 ? 3 : 8;
      long id = random.nextInt(200) - 100L;
      if (random.nextInt(10) < share) {
        SubscriptionId gone = new SubscriptionId(0, id);
        assertThat(index.remove(gone)).isEqualTo(naive.remove(gone) != null);
      } else {
        Subscription subscription = anySubscription(random, id);
        index.put(subscription);
        naive.put(subscription.id(), subscription);
      }
      check(index, naive, anyEvent(random));
    }
  }

  private static void check(
      SubscriptionIndex index, NavigableMap<SubscriptionId, Subscription> naive, Event event) {
    List<Subscription> expected = naive.values().stream().filter(s -> wants(s, event)).toList();
    List<Subscription> theirs =
        naive.values().stream().filter(s -> s.customerId().equals(event.customerId())).toList();

    assertThat(index.match(event))
        .isEqualTo(expected.stream().filter(s -> matches(s, event)).toList());
    assertThat(index.all(event.customerId())).isEqualTo(theirs);
    assertThat(index.count(event.customerId())).isEqualTo(theirs.size());
  }

  /** In v1 the filters see the shape that is sent; the expected shape is written out here. */
  private static boolean matches(Subscription subscription, Event event) {
    String state = String.valueOf(event.newState());
    String seen =
        subscription.version() == PayloadVersion.V1
            ? state
                .replaceAll("(\"[ab]\":)\\[([^\\]]*)\\]", "$1$2")
                .replaceAll("(\"parameterValues\":\\{\"d\":)\\[([^\\]]*)\\]", "$1$2")
            : state;
    return subscription.filters().matches(new EventStates(null, JsonSlice.of(seen)));
  }

  /** The rule as it is written, one subscription at a time. */
  private static boolean wants(Subscription subscription, Event event) {
    return subscription.customerId().equals(event.customerId())
        && (subscription.objCode().equals("*") || subscription.objCode().equals(event.objCode()))
        && (subscription.eventType().equals("*")
            || subscription.eventType().equals(event.eventType()))
        && (subscription.objId() == null || subscription.objId().equals(event.objId()));
  }

  @Test
  void a_subscription_that_moves_while_events_are_matched_is_found_each_time_and_once()
      throws InterruptedException, ExecutionException {
    SubscriptionIndex index = new SubscriptionIndex();
    Subscription[] forms = {
      MatchingSamples.subscription(1, "PROJ", "UPDATE", "42"),
      MatchingSamples.subscription(1, "*", "UPDATE", null),
      MatchingSamples.subscription(1, "PROJ", "*", null),
      MatchingSamples.subscription(1, "*", "*", "42"),
      MatchingSamples.filtered(1, "PROJ", "UPDATE", "[{\"fieldName\":\"a\",\"fieldValue\":\"1\"}]"),
      MatchingSamples.filtered(1, "PROJ", "UPDATE", "[{\"fieldName\":\"b\",\"fieldValue\":\"x\"}]"),
    };
    index.put(forms[0]);
    FutureTask<Void> writer =
        new FutureTask<>(
            () -> {
              for (int i = 0; i < 200_000; i++) {
                index.put(forms[i % forms.length]);
              }
              return null;
            });
    Event event = MatchingSamples.event("acme", "PROJ", "UPDATE", "42", "{\"a\":1,\"b\":\"x\"}");

    Thread.ofPlatform().start(writer);
    while (!writer.isDone()) {
      assertThat(index.match(event)).hasSize(1);
    }
    writer.get();
  }

  private static Subscription anySubscription(Random random, long id) {
    return MatchingSamples.subscription(
        id,
        CUSTOMERS[(int) (id & 1)],
        any(random, CODES),
        any(random, TYPES),
        any(random, OBJECTS),
        anyFilters(random),
        any(random, PayloadVersion.values()));
  }

  private static FilterSet anyFilters(Random random) {
    List<String> filters = new ArrayList<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      filters.add(
          "{\"fieldName\":\"%s\",\"fieldValue\":%s,\"comparison\":\"%s\"}"
              .formatted(
                  any(random, new String[] {"a", "b", "c.d", "parameterValues.d"}),
                  any(random, VALUES),
                  any(random, COMPARISONS)));
    }
    Connector connector = random.nextInt(4) == 0 ? Connector.OR : Connector.AND;
    try {
      return FilterSet.compile(JsonSlice.of(filters.toString()), connector, "*");
    } catch (InvalidInputException e) {
      return anyFilters(random); // such as contains null
    }
  }

  private static Event anyEvent(Random random) {
    return MatchingSamples.event(
        any(random, CUSTOMERS),
        CODES[1 + random.nextInt(CODES.length - 1)],
        TYPES[1 + random.nextInt(TYPES.length - 1)],
        any(random, OBJECTS),
        "{\"a\":%s,\"b\":%s,\"c\":{\"d\":%s},\"parameterValues\":{\"d\":%s}}"
            .formatted(
                any(random, VALUES),
                any(random, VALUES),
                any(random, VALUES),
                any(random, VALUES)));
  }

  private static <T extends @Nullable Object> T any(Random random, T[] choices) {
    return choices[random.nextInt(choices.length)];
  }
}
