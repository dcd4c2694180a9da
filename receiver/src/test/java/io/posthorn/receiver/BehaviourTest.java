package io.posthorn.receiver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.net.http.HttpHeaders;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class BehaviourTest {
  private static final PlannedResponse BAD = PlannedResponse.status(500);
  private static final PlannedResponse GOOD = PlannedResponse.OK;

  @Test
  void the_same_seed_fails_the_same_requests() {
    List<Integer> first = statuses(Behaviour.failing(0.5, 1, BAD, GOOD), 20);
    List<Integer> again = statuses(Behaviour.failing(0.5, 1, BAD, GOOD), 20);
    List<Integer> other = statuses(Behaviour.failing(0.5, 2, BAD, GOOD), 20);

    assertThat(first).isEqualTo(again).isNotEqualTo(other).contains(200, 500);
  }

  @Test
  void a_fail_rate_of_none_and_of_all_are_exact() {
    assertThat(statuses(Behaviour.failing(0, 1, BAD, GOOD), 1_000)).containsOnly(200);
    assertThat(statuses(Behaviour.failing(1, 1, BAD, GOOD), 1_000)).containsOnly(500);
  }

  @ParameterizedTest
  @ValueSource(doubles = {-0.1, 1.1, Double.NaN})
  void a_fail_rate_outside_of_0_to_1_is_refused(double rate) {
    assertThatIllegalArgumentException().isThrownBy(() -> Behaviour.failing(rate, 1, BAD, GOOD));
  }

  @Test
  void every_third_request_fails() {
    assertThat(statuses(Behaviour.everyNth(3, BAD, GOOD), 7))
        .containsExactly(200, 200, 500, 200, 200, 500, 200);
  }

  @Test
  void a_flapping_receiver_is_down_and_up_in_turns() {
    AtomicLong clock = new AtomicLong(77);
    Behaviour flapping = Behaviour.flapping(Duration.ofSeconds(1), BAD, GOOD, clock::get);

    assertThat(statuses(flapping, 1)).containsExactly(500);
    clock.addAndGet(Duration.ofSeconds(1).toNanos());
    assertThat(statuses(flapping, 1)).containsExactly(200);
    clock.addAndGet(Duration.ofSeconds(1).toNanos());
    assertThat(statuses(flapping, 1)).containsExactly(500);
  }

  private static List<Integer> statuses(Behaviour behaviour, int count) {
    ReceivedRequest request =
        new ReceivedRequest(
            Instant.EPOCH,
            0,
            "127.0.0.1",
            "POST",
            "/",
            HttpHeaders.of(Map.of(), (a, b) -> true),
            1,
            new byte[0]);
    return IntStream.range(0, count).mapToObj(i -> behaviour.respondTo(request).status()).toList();
  }
}
