package io.posthorn.sim.audit;

import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.message.Attempt;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.shard.protocol.EndpointChange;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.sim.world.TurnRecord;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The effects of one turn, sorted by what they are about; what is taken is accounted for. */
final class TurnFacts {
  private final Map<Long, Reply> replies = new HashMap<>();
  private final Map<MessageId, Deque<Attempt>> attempts = new TreeMap<>();
  private final Map<MessageId, Deque<Effect.MessageEnded>> ends = new TreeMap<>();
  private final Map<EndpointId, List<EndpointChange>> changes = new TreeMap<>();
  private final List<Effect.Send> sends = new ArrayList<>();

  TurnFacts(TurnRecord turn, Accounts accounts) {
    for (Effect effect : turn.effects()) {
      switch (effect) {
        case Effect.Answer e -> {
          // Room is made in the background: its answer comes when that is done.
          if (!(e.reply() instanceof Reply.Trimmed)
              && replies.put(e.request(), e.reply()) != null) {
            throw accounts.broken("request " + e.request() + " was answered twice");
          }
        }
        case Effect.AttemptRecorded e ->
            attempts.computeIfAbsent(e.message(), m -> new ArrayDeque<>()).add(e.attempt());
        case Effect.MessageEnded e ->
            ends.computeIfAbsent(e.message(), m -> new ArrayDeque<>()).add(e);
        case Effect.EndpointChanged e ->
            changes.computeIfAbsent(e.endpoint(), m -> new ArrayList<>()).add(e.change());
        case Effect.Send e -> sends.add(e);
        case Effect.Forward _, Effect.Publish _ ->
            throw accounts.broken("a shard that is alone spoke to another");
      }
    }
  }

  @Nullable Reply takeReply(long request) {
    return replies.remove(request);
  }

  @Nullable Attempt takeAttempt(MessageId message) {
    Deque<Attempt> recorded = attempts.get(message);
    return recorded == null ? null : recorded.poll();
  }

  Effect.@Nullable MessageEnded takeEnd(MessageId message) {
    Deque<Effect.MessageEnded> ended = ends.get(message);
    return ended == null ? null : ended.poll();
  }

  /** Endings that no outcome explains. */
  List<Effect.MessageEnded> endsLeft() {
    List<Effect.MessageEnded> left = new ArrayList<>();
    ends.values().forEach(left::addAll);
    return left;
  }

  long attemptsLeft() {
    return attempts.values().stream().mapToLong(Deque::size).sum();
  }

  long repliesLeft() {
    return replies.size();
  }

  Map<EndpointId, List<EndpointChange>> changes() {
    return changes;
  }

  List<Effect.Send> sends() {
    return sends;
  }
}
