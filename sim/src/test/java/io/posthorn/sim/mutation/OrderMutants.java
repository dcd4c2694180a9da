package io.posthorn.sim.mutation;

import static io.posthorn.sim.mutation.Mutant.core;

import java.util.List;

/** The deliberate breaks of the order per object. */
final class OrderMutants {
  private static final String ORDERING = "shard/delivery/Ordering.java";
  private static final String QUEUES = "shard/state/ObjectQueues.java";
  private static final String ORDER = "message/ObjectOrder.java";
  private static final String MESSAGE = "message/Message.java";
  private static final String INTAKE = "shard/delivery/Intake.java";
  private static final String TRANSITIONS = "shard/delivery/MessageTransitions.java";
  private static final String LANES = "shard/state/LaneWriter.java";
  private static final String EXPIRY = "shard/delivery/Expiry.java";
  private static final String MOVES = "shard/state/PendingSubscriptionMoves.java";

  private OrderMutants() {}

  static final List<Mutant> ALL =
      List.of(
          core(
              "an ordered message is the head at once, whatever waits before it",
              ORDERING,
              "return entry.isEmpty() && !waitsForMove(message.subscription());",
              "return !waitsForMove(message.subscription());"),
          core(
              "the next ordered message does not become the head when one ends",
              TRANSITIONS,
              "    announceEnd(endpoint, ended);\n    ordering.left(endpoint, ended);\n",
              "    announceEnd(endpoint, ended);\n"),
          core(
              "the next ordered message does not become the head when one is cancelled",
              TRANSITIONS,
              "    announceEnd(endpoint, ended);\n    ordering.left(endpoint, message);\n",
              "    announceEnd(endpoint, ended);\n"),
          core(
              "a replay of an ordered message joins its object at the start",
              QUEUES,
              "order.joinAfter(Math.max(lastAt(endpoint), 1), ++replays);",
              "order.joinAfter(1, ++replays);"),
          core(
              "replays of ordered messages go in the reverse order",
              QUEUES,
              "order.joinAfter(Math.max(lastAt(endpoint), 1), ++replays);",
              "order.joinAfter(Math.max(lastAt(endpoint), 1), 1_000_000 - ++replays);"),
          core(
              "ordered messages at a new url do not wait for those at the old one",
              ORDERING,
              "return listed != null && state.moves.isElsewhere(id, listed.endpoint());",
              "return false;"),
          core(
              "an ordered message stays a head that a move makes too early",
              TRANSITIONS,
              "return ordering.putBack(endpoint, message);",
              "return false;"),
          core(
              "no ordered message becomes a head after a move",
              "shard/sweep/MoveCompletion.java",
              "complete && endpoint != null && endpoint.waiting(Lane.ORDER) > 0",
              "complete && endpoint != null && endpoint.waiting(Lane.ORDER) < 0"),
          core(
              "a move is complete while a message is in flight at the old url",
              "shard/sweep/LeaveSweep.java",
              "return idle() && !inFlight();",
              "return idle();"),
          core(
              "the sweep of a move leaves out the messages behind a head",
              "shard/sweep/LeaveSweep.java",
              "          transitions.settle(endpoint, message);\n        }\n      }\n    }\n",
              "        }\n      }\n    }\n"),
          core(
              "the end of a move waits for another reason to take a turn",
              "shard/sweep/Sweeper.java",
              "!sweep.idle() || sweep.finished()",
              "!sweep.idle()"),
          core(
              "a subscription that returns to its url does not wait for its messages elsewhere",
              MOVES,
              "(endpoints.size() > 1 || !endpoints.contains(current))",
              "!endpoints.contains(current)"),
          core(
              "the copy in the old version is ordered too",
              INTAKE,
              "        && target.rendering().version() == listed.subscription().version();",
              ";"),
          core(
              "an ordered subscription orders nothing",
              INTAKE,
              "        && listed.subscription().ordered()\n",
              "        && !listed.subscription().ordered()\n"),
          core(
              "objects of different codes have the same order",
              "message/OrderingKey.java",
              "(objCode + \"\\n\" + objId)",
              "(\"\\n\" + objId)"),
          core(
              "a message behind another is retried",
              "shard/delivery/MessageCommands.java",
              "    if (message.isBehind()) {",
              "    if (message.isBehind() && message.attempts() > 1_000) {"),
          core(
              "slot 0 of a message that waited behind a head is its acceptance",
              MESSAGE,
              "m.start = m.order.waited() ? startedAt : m.start;",
              "m.start = m.start;"),
          core(
              "a message that becomes the head is due when it was accepted",
              MESSAGE,
              "m.due = m.slot == 0 ? now : m.due;",
              "m.due = m.due;"),
          core(
              "a message that was attempted before loses its due time when it becomes the head",
              MESSAGE,
              "m.due = m.slot == 0 ? now : m.due;",
              "m.due = now;"),
          core(
              "a message that waited behind others for too long is attempted",
              TRANSITIONS,
              "    if (ordering.tooLate(message)) {",
              "    if (ordering.tooLate(message) && message.attempts() > 1_000) {"),
          core(
              "a message that becomes the head in the last moment is dropped",
              MESSAGE,
              "due - order.since() > longest;",
              "due - order.since() >= longest;"),
          core(
              "a message that was a head is not found by its age",
              LANES,
              "message.queue() != Lane.FIRST || message.position().at() != message.start();",
              "message.queue() != Lane.FIRST;"),
          core(
              "the sequence of an ordered message changes with a replay",
              ORDER,
              "new ObjectOrder(key, sequence, last, number, since, behind, waited, begun);",
              "new ObjectOrder(key, last + number, last, number, since, behind, waited, begun);"),
          core(
              "the sequence does not rise within a millisecond",
              QUEUES,
              "Math.max(last + 1, acceptedAt << COUNT_BITS);",
              "Math.max(last, acceptedAt << COUNT_BITS);"),
          core(
              "the sequence starts over after a restart",
              "shard/state/ShardState.java",
              "        objects.read(in);\n",
              "        in.u64();\n"),
          core(
              "erasing a customer leaves the keys of its objects behind",
              "shard/sweep/Eraser.java",
              "      state.objects.remove(endpoint.id(), message, order);\n",
              ""),
          core(
              "the search for the next message of an object starts behind those that joined first",
              "shard/layout/OrderingKeyEntry.java",
              "return before ? new Floor(order.joined(), order.replay()) : this;",
              "return before && joined == Long.MAX_VALUE ? new Floor(order.joined(),"
                  + " order.replay()) : this;"),
          core(
              "the search for the next of many replays walks over those before it",
              "shard/layout/StoreKeys.java",
              "return out.u64(floor.joined()).u64(floor.replay()).toBytes();",
              "return out.u64(floor.joined()).u64(0).toBytes();"),
          core(
              "held messages of an object expire one in a turn",
              EXPIRY,
              "message = more ? nextHead(endpoint, message, lastStart) : null;",
              "message = null;"),
          core(
              "a message expires with the one that it waits behind",
              EXPIRY,
              "return next == null || next.start() > lastStart ? null : next;",
              "return next;"),
          core(
              "numbers in another shard do not continue behind those of a moved subscription",
              QUEUES,
              "last = Math.max(last, number);",
              "last = Math.max(last, 0);"),
          core(
              "an arrival raises the numbers at an endpoint that another subscription is leaving",
              QUEUES,
              "    Long given = leaving.get(endpoint);\n",
              "    Long given = leaving.isEmpty() ? null : (Long) last;\n"),
          core(
              "a replay joins behind the numbers of the subscription's next shard",
              QUEUES,
              "    return leaving.getOrDefault(endpoint, last);\n",
              "    return last;\n"),
          core(
              "the numbers at an endpoint that a subscription is leaving rise with a crash",
              QUEUES,
              "      leaving.put(new EndpointId(in.u64(), in.u64()), in.u64());\n",
              "      leaving.put(new EndpointId(in.u64(), in.u64()), Math.max(last, in.u64()));\n"),
          core(
              "an endpoint that a subscription is leaving takes in another with higher numbers",
              QUEUES,
              "return number > lastAt(endpoint) && leaving.containsKey(endpoint);",
              "return number > last && leaving.containsKey(endpoint);"),
          core(
              "an endpoint that a subscription is leaving takes in messages of its shard",
              QUEUES,
              "return isClosedTo(endpoint, last);",
              "return false;"),
          core(
              "an endpoint that a subscription is leaving takes in one of another shard",
              "shard/command/SubscriptionMigration.java",
              "    if (refusal == null\n        && state",
              "    if (refusal != null\n        && state"),
          core(
              "an endpoint that a subscription has left takes in no other",
              QUEUES,
              "    leaving.remove(endpoint);\n",
              ""),
          core(
              "a subscription from another shard does not wait for its messages there",
              MOVES,
              "return awaited.containsKey(id)\n        || (",
              "return ("));
}
