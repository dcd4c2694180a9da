package io.posthorn.kafka.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.shard.protocol.Reply;
import org.junit.jupiter.api.Test;

/** The replies of several shards to one command. */
final class PendingCommandTest {
  @Test
  void counts_of_shards_are_added_up() {
    assertThat(PendingCommand.merge(new Reply.Changed(2, null), new Reply.Changed(3, null)))
        .isEqualTo(new Reply.Changed(5, null));
  }

  @Test
  void a_refusal_wins_from_either_side() {
    assertThat(PendingCommand.merge(Reply.DONE, Reply.NOT_FOUND)).isEqualTo(Reply.NOT_FOUND);
    assertThat(PendingCommand.merge(Reply.NOT_FOUND, Reply.DONE)).isEqualTo(Reply.NOT_FOUND);
  }

  @Test
  void a_reply_is_complete_when_every_shard_has_replied_once() {
    PendingCommand awaited = new PendingCommand(2, false);
    assertThat(awaited.replied(0, new Reply.Changed(1, null))).isNull();
    assertThat(awaited.replied(0, new Reply.Changed(1, null))).isNull();
    assertThat(awaited.replied(1, new Reply.Changed(4, null)))
        .isEqualTo(new Reply.Changed(5, null));
  }
}
