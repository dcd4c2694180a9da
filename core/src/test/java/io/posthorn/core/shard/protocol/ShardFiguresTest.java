package io.posthorn.core.shard.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.shard.ShardFixture;
import io.posthorn.core.shard.protocol.ShardFigures.Depth;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The counters and gauges of a shard. */
final class ShardFiguresTest {
  private static final String OTHER = "https://other.example/hook";

  private final ShardFixture fixture = new ShardFixture(ShardFixture.disablingAfter(3));

  @Test
  void events_are_counted_once_and_messages_each() {
    fixture.subscribe(ShardFixture.URL);
    fixture.subscribe(OTHER);
    fixture.post("e1");
    fixture.post("e1");

    ShardFigures figures = fixture.figures();

    assertThat(figures.eventsAccepted()).isEqualTo(1);
    assertThat(figures.eventsKnown()).isEqualTo(1);
    assertThat(figures.messagesAccepted()).isEqualTo(2);
    assertThat(figures.enabled()).isEqualTo(2);
    assertThat(figures.first()).isEqualTo(new Depth(2, 2));
    assertThat(figures.inFlight()).isEqualTo(2);
    assertThat(figures.bytesInFlight()).isPositive();
  }

  @Test
  void a_failed_message_waits_for_its_retry_and_is_held_while_its_endpoint_is_paused() {
    fixture.subscribe(ShardFixture.URL);
    fixture.post();
    fixture.fail();
    assertThat(fixture.figures().first()).isEqualTo(Depth.EMPTY);
    assertThat(fixture.figures().retry()).isEqualTo(new Depth(1, 1));
    assertThat(fixture.figures().held()).isEqualTo(Depth.EMPTY);

    fixture.pause(ShardFixture.URL);

    assertThat(fixture.figures().paused()).isEqualTo(1);
    assertThat(fixture.figures().enabled()).isEqualTo(1);
    assertThat(fixture.figures().retry()).isEqualTo(Depth.EMPTY);
    assertThat(fixture.figures().held()).isEqualTo(new Depth(1, 1));
  }

  @Test
  void what_waits_at_a_disabled_endpoint_is_held() {
    fixture.subscribe(ShardFixture.URL);
    fixture.failMany(3);

    assertThat(fixture.figures().enabled()).isZero();
    assertThat(fixture.figures().disabled()).isEqualTo(1);
    assertThat(fixture.figures().held()).isEqualTo(new Depth(1, 3));
  }

  @Test
  void the_oldest_due_message_is_the_first_that_found_no_place() {
    fixture.subscribe(ShardFixture.URL);
    fixture.post();
    assertThat(fixture.figures().oldestDueAt()).isEqualTo(ShardFigures.NOTHING_DUE);
    for (int i = 0; i < 20; i++) {
      fixture.pass(Duration.ofMillis(1));
      fixture.post();
    }
    long places = fixture.inFlight.size();

    fixture.pass(Duration.ofMinutes(1));

    // The message of the start, and one each millisecond after it, until the places were taken.
    assertThat(places).isLessThan(20);
    assertThat(fixture.figures().oldestDueAt()).isEqualTo(ShardFixture.START + places);
  }

  @Test
  void a_retry_that_is_not_due_yet_is_not_late() {
    fixture.subscribe(ShardFixture.URL);
    fixture.post();
    fixture.fail();

    assertThat(fixture.figures().oldestDueAt()).isEqualTo(ShardFigures.NOTHING_DUE);
  }
}
