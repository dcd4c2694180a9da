package io.posthorn.bench;

import java.util.List;

/** How it is measured, in the words that go into the JSON file. */
final class Method {
  static final List<String> LINES =
      List.of(
          "All processes share one machine: the server as it is shipped with the launcher's"
              + " options, the receivers (one thread, a selector, an empty 200), the callers (one"
              + " thread, bodies made beforehand), and the ceiling's client.",
          "A round posts for a while and ends when the receivers have counted all that was"
              + " accepted; its rate is messages by the time from the first post to the last"
              + " arrival. A count that differs fails the run.",
          "Rows that are compared run in turns in the same run; the median of the rounds counts.",
          "Batch: 100 codes with 10 subscriptions each, told apart by a filter on the state: ten"
              + " candidates an event, one match. Single: the same, one event a post. Fan-out:"
              + " 1,000 subscriptions on the same code, all matching.",
          "Texts in the events are words drawn from 2,000. Every event has an id of its own.",
          "Latency: from the moment the caller posts, which is in the event, to the moment the"
              + " receiver has read it; the clocks are the same.",
          "CPU seconds are those of /proc; on few cores what one process takes the others lack.");

  static final List<String> ON_KAFKA =
      List.of(
          "All processes share one machine: one broker with Kafka's own defaults (one copy of"
              + " everything), one node or two of them with Posthorn's own defaults (12 partitions,"
              + " one standby), a server with the embedded engine, the receivers, the callers, the"
              + " ceiling's client.",
          "The load is that of the row batch: 8 callers, 100 events of 1 KB a post, ten candidates"
              + " an event, one match, 100 endpoints. With two nodes half of the callers post to"
              + " each.",
          "Rounds in turns: ceiling, embedded, Kafka. A round posts for a while and ends when the"
              + " receivers have counted all that was accepted; its rate is messages by the time"
              + " from the first post to the last arrival. A count that differs fails the run. The"
              + " median of the rounds counts. On Kafka it posts for a third of the time: callers"
              + " are answered by the broker, and sooner than messages are delivered.",
          "CPU of each process is that of /proc. On few cores what one takes the others lack: rates"
              + " here are those of everything together, CPU a message is what scales.",
          "Bytes to topics: growth of the broker's files. To and from the broker: bytes over the"
              + " loopback, less those of the embedded engine under the same load. Own stores:"
              + " files of the nodes after their stop.");

  static final List<String> AGAINST =
      List.of(
          "Two jars as servers with the same options and no AOT cache, each on a store of its own,"
              + " with the same receivers, callers and load.",
          "Rounds in turns, A B B A A B ...: what disturbs the machine disturbs both. A round begins"
              + " when the other server has come to rest.",
          "The ratio of a row is the geometric mean of the ratios of its rounds, with a confidence"
              + " interval of 95 % (Student's t). Slower beyond noise: all of the interval is below 1.",
          "Matching: batches of events with ten candidates each, none of which matches; its rate is"
              + " events accepted a second, of the other rows messages received.");

  private Method() {}
}
