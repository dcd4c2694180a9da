package io.posthorn.kafka.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.shard.protocol.Reply;
import org.junit.jupiter.api.Test;

final class RepliesTest {
  @Test
  void counts_of_shards_are_added_up() {
    assertThat(Replies.merge(new Reply.Changed(2), new Reply.Changed(3)))
        .isEqualTo(new Reply.Changed(5));
  }

  @Test
  void a_refusal_wins_from_either_side() {
    assertThat(Replies.merge(Reply.DONE, Reply.NOT_FOUND)).isEqualTo(Reply.NOT_FOUND);
    assertThat(Replies.merge(Reply.NOT_FOUND, Reply.DONE)).isEqualTo(Reply.NOT_FOUND);
  }

  @Test
  void an_answer_is_complete_when_every_shard_has_answered_once() {
    PendingCommand awaited = new PendingCommand(2, false);
    assertThat(awaited.answered(0, new Reply.Changed(1))).isNull();
    assertThat(awaited.answered(0, new Reply.Changed(1))).isNull();
    assertThat(awaited.answered(1, new Reply.Changed(4))).isEqualTo(new Reply.Changed(5));
  }
}
