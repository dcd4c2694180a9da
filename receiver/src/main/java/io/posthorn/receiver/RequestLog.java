package io.posthorn.receiver;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;

/** The latest requests of a receiver, with counts of all requests. */
final class RequestLog {
  /** Older ids are forgotten: a receiver can run for days. */
  private static final int KNOWN_IDS = 100_000;

  private final int capacity;
  private final ArrayDeque<ReceivedRequest> latest = new ArrayDeque<>();
  private final LinkedHashMap<String, Long> occurrences = new LinkedHashMap<>();
  private long requests;
  private long repeated;
  private long succeeded;
  private long failed;

  RequestLog(int capacity) {
    this.capacity = capacity;
  }

  /** Counts an arrival; returns how often this id has arrived; an empty id is never repeated. */
  synchronized long arrived(String id) {
    requests++;
    if (id.isEmpty()) {
      return 1;
    }
    long occurrence = occurrences.merge(id, 1L, Long::sum);
    if (occurrence > 1) {
      repeated++;
    } else if (occurrences.size() > KNOWN_IDS) {
      occurrences.pollFirstEntry();
    }
    return occurrence;
  }

  synchronized void keep(ReceivedRequest request) {
    if (capacity == 0) {
      return;
    }
    if (latest.size() == capacity) {
      latest.removeFirst();
    }
    latest.addLast(request);
  }

  /** Counts a request as done. */
  synchronized void done(boolean success) {
    if (success) {
      succeeded++;
    } else {
      failed++;
    }
  }

  synchronized List<ReceivedRequest> latest() {
    return new ArrayList<>(latest);
  }

  synchronized HttpReceiver.Counts counts() {
    return new HttpReceiver.Counts(requests, repeated, succeeded, failed);
  }
}
