package io.posthorn.core.shard.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.event.Event;
import io.posthorn.core.event.EventKey;
import io.posthorn.core.shard.ShardFixture;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.shard.protocol.Reply;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** An event's id is its idempotency key: a duplicate id creates no second message. */
final class EventIdTest {
  private final ShardFixture fixture = ShardFixture.withDefaults();

  @Test
  void the_same_id_again_is_accepted_with_the_first_ones_key_and_makes_no_second_message() {
    fixture.subscribe(ShardFixture.URL);
    EventKey first = fixture.post("order-1");
    fixture.succeed();
    fixture.pass(Duration.ofMinutes(1));

    Reply.Receipt again = postOne(fixture.event("order-1", "{\"a\":2}"));

    assertThat(again).isEqualTo(new Reply.Receipt("order-1", first, true, 1));
    assertThat(fixture.inFlight).isEmpty();
    assertThat(fixture.effects(Effect.Send.class)).hasSize(1);
  }

  @Test
  void the_first_body_wins() {
    fixture.subscribe(ShardFixture.URL);
    EventKey key = postOne(fixture.event("order-1", "{\"a\":1}")).key();
    postOne(fixture.event("order-1", "{\"a\":2}"));
    assertThat(ShardFixture.newState(fixture.stored(key).event())).isEqualTo("{\"a\":1}");
    assertThat(ShardFixture.newState(fixture.sent().event())).isEqualTo("{\"a\":1}");
  }

  @Test
  void twice_in_one_batch_is_once() {
    fixture.subscribe(ShardFixture.URL);
    List<Reply.Receipt> receipts =
        fixture.postAll(
            List.of(
                fixture.event("order-1", "{\"a\":1}"),
                fixture.event("order-2", "{\"a\":2}"),
                fixture.event("order-1", "{\"a\":3}")));

    assertThat(receipts).extracting(Reply.Receipt::duplicate).containsExactly(false, false, true);
    assertThat(receipts.get(2).key()).isEqualTo(receipts.get(0).key());
    assertThat(fixture.inFlight).hasSize(2);
    assertThat(ShardFixture.newState(fixture.inFlight.getFirst().event())).isEqualTo("{\"a\":1}");
  }

  @Test
  void also_after_a_restart_as_when_the_first_reply_was_lost() {
    fixture.subscribe(ShardFixture.URL);
    EventKey first = fixture.post("order-1");
    fixture.restart();
    assertThat(postOne(fixture.event("order-1", "{\"a\":2}")).key()).isEqualTo(first);
    assertThat(ShardFixture.newState(fixture.sent().event())).isEqualTo("{\"a\":1}");
  }

  @Test
  void also_when_nothing_matched_the_first_one() {
    EventKey first = fixture.post("order-1");
    fixture.subscribe(ShardFixture.URL);
    assertThat(postOne(fixture.event("order-1", "{\"a\":1}")))
        .isEqualTo(new Reply.Receipt("order-1", first, true, 0));
    assertThat(fixture.inFlight).isEmpty();
  }

  @Test
  void the_same_id_of_another_customer_is_another_event() {
    EventKey first = fixture.post("order-1");
    Reply.Receipt other = postOne(fixture.event("other", "order-1", "TASK", "UPDATE", null));
    assertThat(other.duplicate()).isFalse();
    assertThat(other.key()).isNotEqualTo(first);
    assertThat(fixture.history().eventKey(ShardFixture.CUSTOMER, "order-1")).isEqualTo(first);
    assertThat(fixture.history().eventKey("other", "order-1")).isEqualTo(other.key());
    assertThat(fixture.history().event("other", first)).isNull();
  }

  private Reply.Receipt postOne(Event event) {
    return fixture.postAll(List.of(event)).getFirst();
  }
}
