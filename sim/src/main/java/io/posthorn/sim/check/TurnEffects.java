package io.posthorn.sim.check;

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

/**
 * The effects of one turn, sorted by their subject. The checker takes those that it can explain;
 * the others break an invariant.
 */
final class TurnEffects {
  static final Accounting ACCOUNTING = new Accounting();

  /** The invariant that every effect has one cause, and every cause its effect. */
  static final class Accounting implements Invariant {
    @Override
    public String name() {
      return "everything is accounted for";
    }

    @Override
    public String contract() {
      return "Every request gets one reply, every outcome is recorded, and every end is reported.";
    }
  }

  private final Map<Long, Reply> replies = new HashMap<>();
  private final Map<MessageId, Deque<Attempt>> attempts = new TreeMap<>();
  private final Map<MessageId, Deque<Effect.MessageEnded>> ends = new TreeMap<>();
  private final Map<EndpointId, List<EndpointChange>> changes = new TreeMap<>();
  private final List<Effect.Send> sends = new ArrayList<>();
  private final List<Effect.FetchToken> fetches = new ArrayList<>();

  TurnEffects(TurnRecord turn) {
    for (Effect effect : turn.effects()) {
      switch (effect) {
        case Effect.SendReply e -> {
          // Early retention runs in the background: its reply comes when it is done.
          if (!(e.reply() instanceof Reply.RemovedEarly)
              && replies.put(e.request(), e.reply()) != null) {
            throw ACCOUNTING.broken("request " + e.request() + " got two replies");
          }
        }
        case Effect.AttemptRecorded e ->
            attempts.computeIfAbsent(e.message(), m -> new ArrayDeque<>()).add(e.attempt());
        case Effect.MessageEnded e ->
            ends.computeIfAbsent(e.message(), m -> new ArrayDeque<>()).add(e);
        case Effect.EndpointChanged e ->
            changes.computeIfAbsent(e.endpoint(), m -> new ArrayList<>()).add(e.change());
        case Effect.Send e -> sends.add(e);
        case Effect.FetchToken e -> fetches.add(e);
        case Effect.Forward _, Effect.Publish _ ->
            throw ACCOUNTING.broken("the only shard sent a command to another shard");
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

  /** The ends of messages that no outcome explains. */
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

  List<Effect.FetchToken> fetches() {
    return fetches;
  }

  List<Effect.Send> sends() {
    return sends;
  }
}
