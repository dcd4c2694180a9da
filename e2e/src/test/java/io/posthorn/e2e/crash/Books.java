package io.posthorn.e2e.crash;

import com.fasterxml.jackson.databind.JsonNode;
import io.posthorn.e2e.harness.Api;
import io.posthorn.e2e.harness.Patience;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;

/** What the server has on record, read over its API. */
record Books(Api api) {
  private static final int READERS = 8;

  /** Waits until no message waits anywhere. */
  void awaitRest() {
    Patience.until("nothing waits", () -> waiting() == 0);
  }

  private long waiting() {
    long waiting = 0;
    for (JsonNode endpoint :
        api.get("/api/v1/endpoints?limit=1000").expect(200).json().at("/data")) {
      waiting += endpoint.at("/waiting/first").asLong() + endpoint.at("/waiting/retry").asLong();
    }
    return waiting;
  }

  /** The messages of each event, in the order of the events. */
  List<List<Recorded>> messagesOf(List<Posted> events) throws InterruptedException {
    return each(events, this::messagesOf);
  }

  private List<Recorded> messagesOf(Posted event) {
    JsonNode found = api.get("/api/v1/events/" + event.id()).expect(200).json();
    List<Recorded> messages = new ArrayList<>();
    for (JsonNode message : found.at("/messages")) {
      messages.add(
          Recorded.of(
              api.get("/api/v1/messages/" + message.at("/id").asText()).expect(200).json()));
    }
    return messages;
  }

  private static <T, R> List<R> each(List<T> things, Function<T, R> read)
      throws InterruptedException {
    try (ExecutorService readers = Executors.newFixedThreadPool(READERS)) {
      List<Future<R>> results = new ArrayList<>();
      things.forEach(thing -> results.add(readers.submit(() -> read.apply(thing))));
      List<R> all = new ArrayList<>();
      for (Future<R> result : results) {
        all.add(result.get());
      }
      return all;
    } catch (ExecutionException e) {
      throw new AssertionError(e.getCause());
    }
  }
}
