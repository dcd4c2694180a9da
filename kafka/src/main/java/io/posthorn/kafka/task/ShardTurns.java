package io.posthorn.kafka.task;

import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.shard.protocol.ShardMetrics;
import io.posthorn.core.shard.protocol.Turn;
import io.posthorn.kafka.store.BufferedShardStore;
import io.posthorn.kafka.store.KafkaShardStore;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.jspecify.annotations.Nullable;

/**
 * The turns of a shard on the stores of its task. A turn that fails leaves nothing behind, and the
 * shard is opened again, as after a crash.
 *
 * <p>Only the methods about requests in flight and due work are thread-safe.
 */
final class ShardTurns {
  private final TaskContext host;
  private final int number;
  private final BufferedShardStore store;
  private final DirectoryChangeCollector directoryChanges;
  private final EffectWriter effects;
  private final Runnable completed;

  /** Replaced with each failed turn, whose requests must not report to the next shard. */
  private volatile TaskRequests requests;

  private @Nullable OpenShard open;
  private volatile long wakeAt;

  /**
   * Requests of turns that were made to find a fault. They start when it is found: until then each
   * failed turn would repeat them.
   */
  private final List<Effect.Send> deferred = new ArrayList<>();

  private boolean deferring;

  /**
   * The turns of a task.
   *
   * @param completed called after each turn that succeeded
   */
  ShardTurns(
      TaskContext host,
      ProcessorContext<byte[], byte[]> context,
      int number,
      KafkaShardStore store,
      DirectoryChangeCollector directoryChanges,
      Runnable completed) {
    this.host = host;
    this.number = number;
    this.store = new BufferedShardStore(store);
    this.directoryChanges = directoryChanges;
    this.effects = new EffectWriter(context, host, number);
    this.completed = completed;
    requests = newRequests();
  }

  private TaskRequests newRequests() {
    return new TaskRequests(host.sender(), host.contact(), host.localShards(), host.directory());
  }

  private OpenShard open() {
    OpenShard present = open;
    if (present == null) {
      present = new OpenShard(host, number, store, directoryChanges, effects);
      open = present;
    }
    return present;
  }

  /** Makes a turn of records; returns whether it succeeded. */
  boolean take(List<ShardInput.Decoded> records, Consumer<Throwable> failed) {
    return run(shard -> shard.take(records), failed);
  }

  /** Makes a turn without a record; returns whether it succeeded. */
  boolean takeNothing(Consumer<Throwable> failed) {
    return run(shard -> shard.turn(List.of(), shard.now()), failed);
  }

  /** Records outcomes and starts due work. An outcome that fails would fail again if repeated. */
  void runDue(Consumer<Throwable> failed) {
    List<Command> outcomes = requests.anyOutcome() ? requests.take() : List.of();
    if (run(shard -> due(shard, outcomes), failed)) {
      requests.recorded(outcomes.size());
    }
  }

  /** Returns null if nothing is due. */
  private @Nullable Turn due(OpenShard shard, List<Command> outcomes) {
    long now = shard.now();
    boolean due = !outcomes.isEmpty() || now >= wakeAt || host.inFlight().grew(number);
    return due ? shard.turn(outcomes, now) : null;
  }

  /** Makes a turn, or none if it is null. Errors of Kafka itself are for Streams. */
  private boolean run(Function<OpenShard, @Nullable Turn> turn, Consumer<Throwable> failed) {
    Turn made;
    try {
      made = turn.apply(open());
    } catch (KafkaException e) {
      throw e;
    } catch (RuntimeException | StackOverflowError e) {
      discard();
      failed.accept(e);
      return false;
    }
    if (made != null) {
      complete(made);
    }
    return true;
  }

  /** Forgets everything since the last turn that succeeded, and the open shard. */
  void discard() {
    open = null;
    host.inFlight().remove(number);
    deferred.clear();
    store.discard();
    directoryChanges.take();
    effects.discard();
    requests.close();
    requests = newRequests();
    wakeAt = 0;
  }

  private void complete(Turn turn) {
    wakeAt = turn.wakeAt();
    open().apply();
    for (Effect effect : turn.effects()) {
      release(effect);
    }
    completed.run();
  }

  /** Releases effects that are not part of the transaction. */
  private void release(Effect effect) {
    switch (effect) {
      case Effect.Send e when deferring -> deferred.add(e);
      case Effect.Send e -> requests.start(e);
      case Effect.FetchToken e -> requests.fetchToken(e);
      case Effect.AttemptRecorded e -> host.listener().attemptRecorded(e);
      case Effect.MessageEnded e -> host.listener().messageEnded(e);
      case Effect.EndpointChanged e -> host.listener().endpointChanged(e);
      case Effect.SendReply _, Effect.Forward _, Effect.Publish _ -> {
        // Part of the transaction.
      }
    }
  }

  /** Starts no requests until {@link #startDeferred}. */
  void deferRequests() {
    deferring = true;
  }

  void startDeferred() {
    deferring = false;
    deferred.forEach(requests::start);
    deferred.clear();
  }

  /** Gives requests that were held back to the shard, if they may be started now. */
  void returnRequests() {
    OpenShard here = open;
    requests.giveBack(customer -> here != null && here.deliveryPaused(customer));
  }

  /** Starts no more requests: the next owner finds the messages in their lanes. */
  void startNone() {
    requests.startNone();
  }

  /** Makes the next due turn at once, or never. */
  void wake(boolean now) {
    wakeAt = now ? 0 : Long.MAX_VALUE;
  }

  ShardMetrics metrics() {
    OpenShard here = open;
    return here == null ? ShardMetrics.NONE : here.metrics();
  }

  SortedMap<String, Long> waitingAtLeast(long least) {
    OpenShard here = open;
    return here == null ? Collections.emptySortedMap() : here.waitingAtLeast(least);
  }

  int inFlight() {
    return requests.inFlight();
  }

  /** Returns whether it waits for a response, or for capacity that other shards may free. */
  boolean waits() {
    return requests.inFlight() > 0 || host.inFlight().waits(number);
  }

  long wakeAt() {
    return wakeAt;
  }

  /** Ignores the outcomes of requests in flight; the next owner repeats them. */
  void close() {
    host.inFlight().remove(number);
    requests.close();
  }
}
