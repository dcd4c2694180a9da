package io.posthorn.core.shard.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.event.EventKey;
import io.posthorn.core.message.MessageStatus;
import io.posthorn.core.shard.ShardFixture;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class FirstAttemptTest {
  private final ShardFixture stage = ShardFixture.withDefaults();

  @Test
  void the_first_attempt_is_made_at_once_and_a_2xx_delivers() {
    stage.subscribe(ShardFixture.URL);
    EventKey event = stage.post();

    assertThat(stage.sent().ticket().number()).isEqualTo(1);
    stage.succeed();

    assertThat(stage.message(event).status()).isEqualTo(MessageStatus.DELIVERED);
    assertThat(stage.attempts(event)).hasSize(1);
    stage.pass(Duration.ofDays(40));
    assertThat(stage.store.size()).isLessThan(8);
  }

  @Test
  void a_message_that_always_fails_gets_its_first_attempt_and_eleven_retries_and_is_dropped() {
    stage.subscribe(ShardFixture.URL);
    EventKey event = stage.post();
    int attempts = 0;
    while (stage.time().toHours() < 60) {
      if (!stage.onTheWay.isEmpty()) {
        stage.fail();
        attempts++;
      }
      stage.pass(Duration.ofMillis(100));
    }
    assertThat(attempts).isEqualTo(12);
    assertThat(stage.message(event).status()).isEqualTo(MessageStatus.DROPPED);
  }
}
