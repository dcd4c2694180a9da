package io.posthorn.kafka.task;

import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.shard.protocol.Sender;
import io.posthorn.kafka.directory.BrokerConnectivity;
import io.posthorn.kafka.directory.DirectoryEntries;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

/**
 * The requests of one shard that are with the sender, and the queue of outcomes for the shard's
 * thread. Late outcomes of a shard that has left this node are dropped; its new owner repeats the
 * attempts.
 */
final class TaskRequests {
  /** Upper bound of outcomes in one turn, so that turns stay short. */
  private static final int MOST_PER_TURN = 1_000;

  private final Sender sender;
  private final BrokerConnectivity contact;
  private final LocalShards localShards;
  private final DirectoryEntries directory;
  private final ConcurrentLinkedQueue<Command> outcomes = new ConcurrentLinkedQueue<>();
  private final AtomicInteger inFlight = new AtomicInteger();

  /** Requests held back while the brokers are unreachable, or delivery is paused. */
  private final ArrayDeque<Effect.Send> held = new ArrayDeque<>();

  private volatile boolean closed;
  private volatile boolean leaving;

  TaskRequests(
      Sender sender,
      BrokerConnectivity contact,
      LocalShards localShards,
      DirectoryEntries directory) {
    this.sender = sender;
    this.contact = contact;
    this.localShards = localShards;
    this.directory = directory;
  }

  /**
   * Starts a request. A draining node starts none: the next owner finds the message in its lane.
   * The shard may not know of a delivery pause yet, so the directory is asked.
   */
  void start(Effect.Send send) {
    if (leaving || localShards.draining()) {
      return;
    }
    if (contact.lost() || directory.deliveryPaused(send.event().customerId())) {
      held.add(send);
      return;
    }
    inFlight.incrementAndGet();
    var ticket = send.ticket();
    sender.send(send, outcome -> completed(new Command.RecordOutcome(ticket, outcome)));
  }

  /** Fetches an access token. Its result counts as in flight, like an outcome. */
  void fetchToken(Effect.FetchToken fetch) {
    if (leaving || localShards.draining()) {
      return;
    }
    inFlight.incrementAndGet();
    var ticket = fetch.ticket();
    sender.fetchToken(fetch, result -> completed(new Command.RecordToken(ticket, result)));
  }

  void startNone() {
    leaving = true;
  }

  /**
   * Gives held requests back to the shard, which may have learned meanwhile that a message was
   * cancelled or an endpoint paused or changed. Those of a delivery pause wait until it ends or the
   * shard knows of it: before that the shard would start them again.
   *
   * @param pausedInShard whether the shard knows of a pause of a customer's delivery
   */
  void giveBack(Predicate<String> pausedInShard) {
    if (held.isEmpty() || contact.lost()) {
      return;
    }
    held.removeIf(
        send -> {
          String customer = send.event().customerId();
          boolean returned = !directory.deliveryPaused(customer) || pausedInShard.test(customer);
          if (returned) {
            inFlight.incrementAndGet();
            completed(new Command.ReturnRequest(send.ticket()));
          }
          return returned;
        });
  }

  private void completed(Command outcome) {
    if (!closed) {
      outcomes.add(outcome);
    }
  }

  boolean anyOutcome() {
    return !outcomes.isEmpty();
  }

  /** Takes some outcomes. They count as in flight until {@link #recorded}. */
  List<Command> take() {
    List<Command> taken = new ArrayList<>();
    Command next;
    while (taken.size() < MOST_PER_TURN && (next = outcomes.poll()) != null) {
      taken.add(next);
    }
    return taken;
  }

  void recorded(int count) {
    inFlight.addAndGet(-count);
  }

  int inFlight() {
    return closed ? 0 : inFlight.get();
  }

  void close() {
    closed = true;
    held.clear();
    outcomes.clear();
  }
}
