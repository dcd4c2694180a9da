package io.posthorn.bench;

import java.util.List;

/** How it is measured, in the words that go into the JSON file. */
final class Method {
  static final List<String> LINES =
      List.of(
          "All processes share one machine: the server as it is shipped with the launcher's options,"
              + " the receivers (one thread, a selector, an empty 200), the callers (one thread,"
              + " bodies made beforehand), and the ceiling's client.",
          "A round posts for a while and ends when the receivers have counted all that was accepted;"
              + " its rate is messages by the time from the first post to the last arrival. A count"
              + " that differs fails the run.",
          "Rows that are compared run in turns in the same run; the median of the rounds counts.",
          "Batch: 100 codes with 10 subscriptions each, told apart by a filter on the state: ten"
              + " candidates an event, one match. Single: the same, one event a post. Fan-out: 1,000"
              + " subscriptions on the same code, all matching.",
          "Texts in the events are words drawn from 2,000. Every event has an id of its own.",
          "Latency: from the moment the caller posts, which is in the event, to the moment the"
              + " receiver has read it; the clocks are the same.",
          "CPU seconds are those of /proc; on few cores what one process takes the others lack.");

  private Method() {}
}
