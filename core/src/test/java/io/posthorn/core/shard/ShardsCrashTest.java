package io.posthorn.core.shard;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.event.EventKey;
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

/** One story, told once for each step after which a process may die. */
class ShardsCrashTest {
  private static final int MESSAGES = 250;

  /** A story, and the number of the step after which everything dies once. */
  private static final class Story {
    final ShardsFixture shards = ShardsFixture.three();
    final List<MessageId> messages = new ArrayList<>();
    private final int deadly;
    private final int victim;
    private int steps;

    Story(int deadly, int victim) {
      this.deadly = deadly;
      this.victim = victim;
    }

    /** Moves a subscription twice, with a backlog that failed once. */
    void tell() {
      Subscription wish = shards.subscribe(shards.url(0, 1));
      for (int i = 0; i < MESSAGES; i++) {
        EventKey key = shards.post();
        messages.add(new MessageId(key.inShard(0), 0));
      }
      shards.settle();
      for (int i = 0; i < 3; i++) {
        shards.fail();
      }
      Subscription moved = shards.at(wish, shards.url(1, 2));
      Subscription again = shards.at(moved, shards.url(2, 3));
      long first = shards.startMove(wish, moved);
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
      while (!shards.onTheWay.isEmpty()) {
        shards.succeed();
      }
      shards.pass(Duration.ofMillis(84_800));
      while (!shards.onTheWay.isEmpty()) {
        shards.succeed();
      }
    }
  }

  @Test
  void a_crash_between_any_two_steps_loses_and_doubles_nothing() {
    for (int deadly = 0; deadly < 70; deadly++) {
      Story story = new Story(deadly, deadly % 4 == 3 ? 1 : deadly % 4);
      story.tell();
      story.finish();

      assertThat(story.shards.effects(Effect.MessageEnded.class))
          .as("dead after step " + deadly)
          .extracting(Effect.MessageEnded::message)
          .containsExactlyInAnyOrderElementsOf(story.messages);
      for (MessageId id : story.messages) {
        Message message = Objects.requireNonNull(story.shards.find(id));
        assertThat(message.status()).isEqualTo(MessageStatus.DELIVERED);
        assertThat(story.shards.attempts(id)).hasSize(message.attempts());
      }
      assertThat(story.shards.waiting(0) + story.shards.waiting(1) + story.shards.waiting(2))
          .isZero();
    }
  }
}
