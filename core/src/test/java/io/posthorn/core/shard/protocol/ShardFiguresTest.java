package io.posthorn.core.shard.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.shard.ShardFixture;
import io.posthorn.core.shard.protocol.ShardFigures.Depth;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What a shard tells of itself to those who watch it. */
final class ShardFiguresTest {
  private static final String OTHER = "https://other.example/hook";

  private final ShardFixture stage = new ShardFixture(ShardFixture.disablingAfter(3));

  @Test
  void events_are_counted_once_and_messages_each() {
    stage.subscribe(ShardFixture.URL);
    stage.subscribe(OTHER);
    stage.post("e1");
    stage.post("e1");

    ShardFigures figures = stage.figures();

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
    stage.subscribe(ShardFixture.URL);
    stage.post();
    stage.fail();
    assertThat(stage.figures().first()).isEqualTo(Depth.EMPTY);
    assertThat(stage.figures().retry()).isEqualTo(new Depth(1, 1));
    assertThat(stage.figures().held()).isEqualTo(Depth.EMPTY);

    stage.pause(ShardFixture.URL);

    assertThat(stage.figures().paused()).isEqualTo(1);
    assertThat(stage.figures().enabled()).isEqualTo(1);
    assertThat(stage.figures().retry()).isEqualTo(Depth.EMPTY);
    assertThat(stage.figures().held()).isEqualTo(new Depth(1, 1));
  }

  @Test
  void what_waits_at_a_disabled_endpoint_is_held() {
    stage.subscribe(ShardFixture.URL);
    stage.failMany(3);

    assertThat(stage.figures().enabled()).isZero();
    assertThat(stage.figures().disabled()).isEqualTo(1);
    assertThat(stage.figures().held()).isEqualTo(new Depth(1, 3));
  }

  @Test
  void the_oldest_due_message_is_the_first_that_found_no_place() {
    stage.subscribe(ShardFixture.URL);
    stage.post();
    assertThat(stage.figures().oldestDueAt()).isEqualTo(ShardFigures.NOTHING_DUE);
    for (int i = 0; i < 20; i++) {
      stage.pass(Duration.ofMillis(1));
      stage.post();
    }
    long places = stage.onTheWay.size();

    stage.pass(Duration.ofMinutes(1));

    // The message of the start, and one each millisecond after it, until the places were taken.
    assertThat(places).isLessThan(20);
    assertThat(stage.figures().oldestDueAt()).isEqualTo(ShardFixture.START + places);
  }

  @Test
  void a_retry_that_is_not_due_yet_is_not_late() {
    stage.subscribe(ShardFixture.URL);
    stage.post();
    stage.fail();

    assertThat(stage.figures().oldestDueAt()).isEqualTo(ShardFigures.NOTHING_DUE);
  }
}
