package io.posthorn.core.shard.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.event.EventKey;
import io.posthorn.core.message.MessageStatus;
import io.posthorn.core.shard.ShardFixture;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class FirstAttemptTest {
  private final ShardFixture fixture = ShardFixture.withDefaults();

  @Test
  void the_first_attempt_is_made_at_once_and_a_2xx_delivers() {
    fixture.subscribe(ShardFixture.URL);
    EventKey event = fixture.post();

    assertThat(fixture.sent().ticket().number()).isEqualTo(1);
    fixture.succeed();

    assertThat(fixture.message(event).status()).isEqualTo(MessageStatus.DELIVERED);
    assertThat(fixture.attempts(event)).hasSize(1);
    fixture.pass(Duration.ofDays(40));
    assertThat(fixture.store.size()).isLessThan(8);
  }

  @Test
  void a_message_that_always_fails_gets_its_first_attempt_and_eleven_retries_and_is_dropped() {
    fixture.subscribe(ShardFixture.URL);
    EventKey event = fixture.post();
    int attempts = 0;
    while (fixture.time().toHours() < 60) {
      if (!fixture.inFlight.isEmpty()) {
        fixture.fail();
        attempts++;
      }
      fixture.pass(Duration.ofMillis(100));
    }
    assertThat(attempts).isEqualTo(12);
    assertThat(fixture.message(event).status()).isEqualTo(MessageStatus.DROPPED);
  }
}
