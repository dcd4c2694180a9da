package io.posthorn.core.shard;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.message.Message;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.message.MessageStatus;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.core.subscription.Subscription;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** One scenario, run once for each step after which a process may crash. */
class ShardsCrashTest {
  private static final int MESSAGES = 250;

  /** A scenario, and the number of the step after which the process crashes once. */
  private static final class Scenario {
    final ShardsFixture shards = ShardsFixture.three();
    final List<MessageId> messages = new ArrayList<>();
    private final int deadly;
    private final int victim;
    private int steps;

    Scenario(int deadly, int victim) {
      this.deadly = deadly;
      this.victim = victim;
    }

    /** Moves a subscription twice, with a backlog that failed once. */
    void run() {
      Subscription subscription = shards.subscribe(shards.url(0, 1));
      List<String> posted = new ArrayList<>();
      for (int i = 0; i < MESSAGES; i++) {
        posted.add(shards.post());
      }
      shards.settle();
      posted.forEach(event -> messages.add(shards.message(0, event, 0)));
      for (int i = 0; i < 3; i++) {
        shards.fail();
      }
      Subscription moved = shards.at(subscription, shards.url(1, 2));
      Subscription again = shards.at(moved, shards.url(2, 3));
      long first = shards.startMove(subscription, moved);
      waitFor(first);
      long second = shards.startMove(moved, again);
      waitFor(second);
      for (int i = 0; i < 60; i++) {
        step();
      }
      shards.settle();
    }

    private void waitFor(long request) {
      while (shards.reply(request) == null) {
        step();
      }
      assertThat(shards.reply(request)).isEqualTo(Reply.DONE);
    }

    private void step() {
      int shard = steps % 3;
      if (!shards.take(shard)) {
        shards.turn(shard);
      }
      if (++steps == deadly) {
        shards.crash(victim);
      }
    }

    void finish() {
      while (!shards.inFlight.isEmpty()) {
        shards.succeed();
      }
      shards.pass(Duration.ofMillis(84_800));
      while (!shards.inFlight.isEmpty()) {
        shards.succeed();
      }
    }
  }

  @Test
  void a_crash_between_any_two_steps_loses_and_doubles_nothing() {
    for (int deadly = 0; deadly < 70; deadly++) {
      Scenario scenario = new Scenario(deadly, deadly % 4 == 3 ? 1 : deadly % 4);
      scenario.run();
      scenario.finish();

      assertThat(scenario.shards.effects(Effect.MessageEnded.class))
          .as("dead after step " + deadly)
          .extracting(Effect.MessageEnded::message)
          .containsExactlyInAnyOrderElementsOf(scenario.messages);
      for (MessageId id : scenario.messages) {
        Message message = Objects.requireNonNull(scenario.shards.find(id));
        assertThat(message.status()).isEqualTo(MessageStatus.DELIVERED);
        assertThat(scenario.shards.attempts(id)).hasSize(message.attempts());
      }
      assertThat(
              scenario.shards.waiting(0) + scenario.shards.waiting(1) + scenario.shards.waiting(2))
          .isZero();
    }
  }
}
