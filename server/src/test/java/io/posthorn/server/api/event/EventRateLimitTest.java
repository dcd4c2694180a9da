package io.posthorn.server.api.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.posthorn.core.directory.Role;
import io.posthorn.core.event.Event;
import io.posthorn.engine.EventRateLimit;
import io.posthorn.engine.error.Refusal;
import io.posthorn.engine.error.RefusedException;
import io.posthorn.server.JsonResponse;
import io.posthorn.server.LiveApi;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class EventRateLimitTest {
  private final AtomicLong nanos = new AtomicLong(5);
  private final EventRateLimit tenPerSecond = EventRateLimit.of(10, nanos::get);

  private void pass(Duration time) {
    nanos.addAndGet(time.toNanos());
  }

  private static List<Event> events(String customerId, int count) {
    Event one = new Event(customerId, "e", "P", "X", null, Instant.EPOCH, null, null, null, null);
    return Collections.nCopies(count, one);
  }

  private @Nullable Duration wait(String customerId, int events) {
    RefusedException refusal =
        catchThrowableOfType(
            RefusedException.class, () -> tenPerSecond.take(events(customerId, events)));
    return refusal == null ? null : refusal.retryAfter();
  }

  @Test
  void one_second_of_events_is_accepted_at_once_and_the_next_must_wait() {
    for (int i = 0; i < 10; i++) {
      assertThat(wait("acme", 1)).isNull();
    }

    assertThat(wait("acme", 1)).isEqualTo(Duration.ofMillis(100));
    pass(Duration.ofMillis(100));
    assertThat(wait("acme", 1)).isNull();
    assertThat(wait("acme", 1)).isEqualTo(Duration.ofMillis(100));
  }

  @Test
  void a_request_larger_than_the_limit_is_accepted_and_its_surplus_is_owed() {
    assertThat(wait("acme", 1_000)).isNull();
    assertThat(wait("acme", 1)).isEqualTo(Duration.ofMillis(99_100));
    pass(Duration.ofMillis(99_100));
    assertThat(wait("acme", 1)).isNull();
  }

  @Test
  void an_idle_customer_saves_up_no_more_than_a_second() {
    pass(Duration.ofHours(1));
    assertThat(wait("acme", 10)).isNull();
    assertThat(wait("acme", 1)).isNotNull();
  }

  @Test
  void customers_do_not_share_and_a_request_of_several_is_all_or_nothing() {
    assertThat(wait("acme", 10)).isNull();
    List<Event> both = new ArrayList<>(events("other", 10));
    both.addAll(events("acme", 1));
    RefusedException refusal =
        catchThrowableOfType(RefusedException.class, () -> tenPerSecond.take(both));

    assertThat(refusal.reason()).isEqualTo(Refusal.OVER_RATE);
    assertThat(refusal.detail()).contains("acme");
    assertThat(wait("other", 10)).isNull();
  }

  @Test
  void without_a_limit_all_events_are_accepted() {
    assertThatCode(() -> EventRateLimit.unlimited().take(events("acme", 100_000)))
        .doesNotThrowAnyException();
  }

  @Test
  void a_customer_over_its_limit_gets_429_with_retry_after_and_nothing_is_stored() {
    try (LiveApi api = new LiveApi(EventRateLimit.of(1, nanos::get)).with("acme")) {
      String manager = api.key(Role.MANAGER, "acme");
      String event = "{\"objCode\": \"P\", \"eventType\": \"X\"}";
      JsonResponse first =
          api.call("POST", "/api/v1/events", manager, "[" + event + "," + event + "]");
      JsonResponse second = api.call("POST", "/api/v1/events", manager, event);
      JsonResponse dry = api.call("POST", "/api/v1/events?dryRun=true", manager, event);

      assertThat(first.status()).isEqualTo(202);
      assertThat(second.status()).isEqualTo(429);
      assertThat(second.header("Retry-After")).contains("2");
      assertThat(api.call("GET", "/api/v1/events", manager, null).size("/data")).isEqualTo(2);
      assertThat(dry.status()).isEqualTo(200);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"INTAKE_FULL", "VOLUME_FULL", "STARTING"})
  void events_that_are_refused_for_another_reason_use_up_no_rate(Refusal reason) {
    try (LiveApi api = new LiveApi(EventRateLimit.of(1, nanos::get)).with("acme")) {
      String manager = api.key(Role.MANAGER, "acme");
      String event = "{\"objCode\": \"P\", \"eventType\": \"X\"}";
      for (boolean later : new boolean[] {false, true}) {
        api.engine.refusal = new RefusedException(reason, "Not now.", Duration.ofSeconds(1));
        api.engine.refuseLater = later;
        assertThat(api.call("POST", "/api/v1/events", manager, event).status()).isIn(503, 507);
      }
      api.engine.refusal = null;

      assertThat(api.call("POST", "/api/v1/events", manager, event).status()).isEqualTo(202);
      assertThat(api.call("POST", "/api/v1/events", manager, event).status()).isEqualTo(429);
    }
  }
}
