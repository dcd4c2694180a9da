package io.posthorn.bench;

import java.util.List;

/** The description of the method that goes into the JSON file. */
final class Method {
  static final List<String> LINES =
      List.of(
          "All processes share one machine: the server as shipped, with the launcher's options; the"
              + " receivers (one thread with a selector, empty 200 responses); the load generator"
              + " (one thread, bodies rendered in advance); and the ceiling's client.",
          "A round posts for a fixed time and ends when the receivers have counted every accepted"
              + " message. Its rate is the number of messages divided by the time from the first"
              + " post to the last arrival. A count that differs fails the run.",
          "Rows that are compared alternate within one run; the median of the rounds counts.",
          "Batch: 100 object codes with 10 subscriptions each, which differ by a filter on the"
              + " state: ten candidates per event, one match. Single: the same with one event per"
              + " post. Fan-out: 1,000 subscriptions to the same object code, all of which match.",
          "Event texts are drawn from 2,000 words. Every event has a unique id.",
          "Latency: from the post, whose time is in the event, to the time at which the receiver"
              + " has read the message; both read the same clock.",
          "CPU seconds come from /proc. On few cores, the processes compete for CPU time.");

  static final List<String> ON_KAFKA =
      List.of(
          "All processes share one machine: one broker with Kafka's defaults (replication factor"
              + " 1), one or two nodes with Posthorn's defaults (12 partitions, one standby), a"
              + " server with the embedded engine, the receivers, the load generator and the"
              + " ceiling's client.",
          "The load is that of the row batch: 8 connections, 100 events of 1 KB per post, ten"
              + " candidates per event, one match, 100 endpoints. With two nodes, half of the"
              + " connections post to each.",
          "Rounds alternate: ceiling, embedded, Kafka. A round posts for a fixed time and ends when"
              + " the receivers have counted every accepted message. Its rate is the number of"
              + " messages divided by the time from the first post to the last arrival. A count"
              + " that differs fails the run. The median of the rounds counts. On Kafka a round"
              + " posts for a third of the time, because events are accepted faster than they are"
              + " delivered.",
          "CPU of each process comes from /proc. On few cores, the processes compete for CPU time,"
              + " so compare CPU per message rather than rates.",
          "To topics: growth of the broker's files. To and from the broker: bytes over the loopback"
              + " interface, minus those of the embedded engine under the same load. Own stores:"
              + " the nodes' files after they have stopped.",
          "Restore: the node is stopped when the planned number of messages have ended and a tenth of"
              + " that waits, because delivery is paused. Another one starts with an empty disk; the"
              + " time runs from its start until all shards run.");

  static final List<String> AGAINST =
      List.of(
          "Both jars run as servers with the same options and no AOT cache, each on its own store,"
              + " with the same receivers and the same load.",
          "Rounds alternate (A B B A A B ...), so that disturbances hit both. A round begins when"
              + " the other server is idle.",
          "A row's ratio is the geometric mean of its rounds' ratios, with a 95 % confidence"
              + " interval (Student's t). Significantly slower: the whole interval is below 1.",
          "Matching: batches of events with ten candidates each, none of which matches. Its rate is"
              + " events accepted per second; for the other rows it is messages received per"
              + " second.");

  private Method() {}
}
