package io.posthorn.core.shard;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.message.MessageId;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.subscription.SubscriptionId;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** The order in which several shards attempted the ordered messages of each subscription. */
final class OrderLedger {
  private record Key(SubscriptionId subscription, String objId) {}

  /** The message of a key that was attempted and has not ended. */
  private final Map<Key, MessageId> begun = new HashMap<>();

  private final Map<Key, String> lastSequence = new HashMap<>();
  private final Map<MessageId, String> sequences = new HashMap<>();

  /** Messages that ended once: from then on they are replays. */
  private final Set<MessageId> ended = new HashSet<>();

  void sent(Effect.Send send) {
    String sequence = send.sequence();
    if (sequence == null) {
      return;
    }
    MessageId id = send.ticket().message();
    Key key = new Key(send.subscription().id(), String.valueOf(send.event().objId()));
    MessageId before = begun.putIfAbsent(key, id);
    assertThat(before == null || before.equals(id))
        .as("%s is attempted before %s has ended", id, before)
        .isTrue();
    assertThat(sequences.computeIfAbsent(id, m -> sequence))
        .as("the sequence of %s is constant", id)
        .isEqualTo(sequence);
    if (before == null && !ended.contains(id)) {
      String last = lastSequence.put(key, sequence);
      assertThat(last == null || last.compareTo(sequence) < 0)
          .as("%s is attempted in the order of acceptance: %s after %s", id, sequence, last)
          .isTrue();
    }
  }

  void ended(MessageId id) {
    ended.add(id);
    begun.values().remove(id);
  }
}
