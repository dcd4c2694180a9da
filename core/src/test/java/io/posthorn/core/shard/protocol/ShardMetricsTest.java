package io.posthorn.core.shard.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.shard.ShardFixture;
import io.posthorn.core.shard.protocol.ShardMetrics.Depth;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The counters and gauges of a shard. */
final class ShardMetricsTest {
  private static final String OTHER = "https://other.example/hook";

  private final ShardFixture fixture = new ShardFixture(ShardFixture.disablingAfter(3));

  @Test
  void events_are_counted_once_and_messages_each() {
    fixture.subscribe(ShardFixture.URL);
    fixture.subscribe(OTHER);
    fixture.post("e1");
    fixture.post("e1");

    ShardMetrics metrics = fixture.metrics();

    assertThat(metrics.eventsAccepted()).isEqualTo(1);
    assertThat(metrics.eventsKnown()).isEqualTo(1);
    assertThat(metrics.messagesAccepted()).isEqualTo(2);
    assertThat(metrics.enabled()).isEqualTo(2);
    assertThat(metrics.first()).isEqualTo(new Depth(2, 2));
    assertThat(metrics.inFlight()).isEqualTo(2);
    assertThat(metrics.bytesInFlight()).isPositive();
  }

  @Test
  void a_failed_message_waits_for_its_retry_and_is_held_while_its_endpoint_is_paused() {
    fixture.subscribe(ShardFixture.URL);
    fixture.post();
    fixture.fail();
    assertThat(fixture.metrics().first()).isEqualTo(Depth.EMPTY);
    assertThat(fixture.metrics().retry()).isEqualTo(new Depth(1, 1));
    assertThat(fixture.metrics().held()).isEqualTo(Depth.EMPTY);

    fixture.pause(ShardFixture.URL);

    assertThat(fixture.metrics().paused()).isEqualTo(1);
    assertThat(fixture.metrics().enabled()).isEqualTo(1);
    assertThat(fixture.metrics().retry()).isEqualTo(Depth.EMPTY);
    assertThat(fixture.metrics().held()).isEqualTo(new Depth(1, 1));
  }

  @Test
  void messages_waiting_at_a_disabled_endpoint_are_held() {
    fixture.subscribe(ShardFixture.URL);
    fixture.failMany(3);

    assertThat(fixture.metrics().enabled()).isZero();
    assertThat(fixture.metrics().disabled()).isEqualTo(1);
    assertThat(fixture.metrics().held()).isEqualTo(new Depth(1, 3));
  }

  @Test
  void the_oldest_due_message_is_the_first_that_found_no_capacity() {
    fixture.subscribe(ShardFixture.URL);
    fixture.post();
    assertThat(fixture.metrics().oldestDueAt()).isEqualTo(ShardMetrics.NOTHING_DUE);
    for (int i = 0; i < 20; i++) {
      fixture.pass(Duration.ofMillis(1));
      fixture.post();
    }
    long sent = fixture.inFlight.size();

    fixture.pass(Duration.ofMinutes(1));

    // The message of the start, and one each millisecond after it, until the limit was reached.
    assertThat(sent).isLessThan(20);
    assertThat(fixture.metrics().oldestDueAt()).isEqualTo(ShardFixture.START + sent);
  }

  @Test
  void a_retry_that_is_not_due_yet_is_not_late() {
    fixture.subscribe(ShardFixture.URL);
    fixture.post();
    fixture.fail();

    assertThat(fixture.metrics().oldestDueAt()).isEqualTo(ShardMetrics.NOTHING_DUE);
  }
}
