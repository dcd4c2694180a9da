package io.posthorn.core.shard.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.message.Outcome;
import io.posthorn.core.shard.ShardFixture;
import io.posthorn.core.shard.protocol.DeliveryLimits;
import io.posthorn.core.shard.protocol.Rules;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;

final class EndpointReaderTest {
  private static final Rules ONE_REQUEST =
      ShardFixture.disablingAfter(1)
          .withLimits(DeliveryLimits.DEFAULT.withInFlight(1, 32, 1 << 20));

  private final ShardFixture fixture = new ShardFixture(ONE_REQUEST);

  private long nextProbeAt() {
    EndpointReader reader = new EndpointReader(fixture.store, ONE_REQUEST.circuit());
    return Objects.requireNonNull(
            reader.get(ShardFixture.CUSTOMER, fixture.id(ShardFixture.URL), fixture.now()))
        .nextProbeAt();
  }

  @Test
  void the_next_probe_is_never_in_the_past_while_it_waits_for_capacity() {
    fixture.subscribe(ShardFixture.URL, "TASK", "UPDATE");
    fixture.subscribe("https://other.example/", "OTHER", "UPDATE");
    fixture.post();
    fixture.fail();
    long due = fixture.now() + Duration.ofMinutes(10).toMillis();
    assertThat(nextProbeAt()).isEqualTo(due);
    fixture.post(fixture.event(ShardFixture.CUSTOMER, "o", "OTHER", "UPDATE", null)); // takes all

    fixture.pass(Duration.ofMinutes(10));
    assertThat(nextProbeAt()).isEqualTo(due);
    fixture.pass(Duration.ofMinutes(3));
    assertThat(fixture.sent().ticket().probe()).isFalse();
    assertThat(nextProbeAt()).isEqualTo(fixture.now());

    fixture.respond(fixture.sent(), Outcome.responded(200, 10));
    assertThat(fixture.sent().ticket().probe()).isTrue();
    assertThat(nextProbeAt()).isEqualTo(fixture.now() + Duration.ofMinutes(10).toMillis());
  }
}
