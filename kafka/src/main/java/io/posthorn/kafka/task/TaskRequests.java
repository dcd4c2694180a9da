package io.posthorn.kafka.task;

import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.shard.protocol.Sender;
import io.posthorn.kafka.directory.BrokerConnectivity;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

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
  private final ConcurrentLinkedQueue<Command> outcomes = new ConcurrentLinkedQueue<>();
  private final AtomicInteger inFlight = new AtomicInteger();

  /** Requests held back while the brokers are unreachable. */
  private final ArrayDeque<Effect.Send> held = new ArrayDeque<>();

  private volatile boolean closed;

  TaskRequests(Sender sender, BrokerConnectivity contact, LocalShards localShards) {
    this.sender = sender;
    this.contact = contact;
    this.localShards = localShards;
  }

  /**
   * Starts a request. A draining node starts none: the next owner finds the message in its lane.
   */
  void start(Effect.Send send) {
    if (localShards.draining()) {
      return;
    }
    if (contact.lost()) {
      held.add(send);
      return;
    }
    inFlight.incrementAndGet();
    var ticket = send.ticket();
    sender.send(send, outcome -> completed(new Command.RecordOutcome(ticket, outcome)));
  }

  /** Starts the held requests once the brokers are reachable again. */
  void resume() {
    while (!held.isEmpty() && !contact.lost()) {
      start(held.remove());
    }
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
