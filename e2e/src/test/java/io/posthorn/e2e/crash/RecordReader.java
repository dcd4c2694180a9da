package io.posthorn.e2e.crash;

import com.fasterxml.jackson.databind.JsonNode;
import io.posthorn.e2e.client.Api;
import io.posthorn.e2e.client.TestResponse;
import io.posthorn.e2e.crash.reconciliation.PostedEvent;
import io.posthorn.e2e.crash.reconciliation.RecordedMessage;
import io.posthorn.testkit.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;

/** The reader of recorded messages and attempts, through the API. */
record RecordReader(Api api) {
  private static final int READERS = 8;

  /** Waits until no message is waiting, as long as their number decreases. */
  void awaitRest() {
    for (long left = waiting(); left > 0; left = waiting()) {
      long before = left;
      Await.until("fewer than " + before + " wait", () -> waiting() < before);
    }
  }

  private long waiting() {
    long waiting = 0;
    for (JsonNode endpoint :
        api.get("/api/v1/endpoints?limit=1000").expect(200).json().at("/data")) {
      waiting += endpoint.at("/waiting/first").asLong() + endpoint.at("/waiting/retry").asLong();
      waiting += endpoint.at("/waiting/order").asLong();
    }
    return waiting;
  }

  /** The messages of each event, in the order of the events. */
  List<List<RecordedMessage>> messagesOf(List<PostedEvent> events) throws InterruptedException {
    return each(events, this::messagesOf);
  }

  /**
   * The messages of each event once all have ended, without their attempts. An event that is still
   * unknown at the deadline has none; a message that has not ended by then is returned as it is.
   *
   * @param deadline by the monotonic clock
   */
  List<List<RecordedMessage>> endsOf(List<PostedEvent> events, long deadline)
      throws InterruptedException {
    return each(events, event -> endsOf(event, deadline));
  }

  private List<RecordedMessage> endsOf(PostedEvent event, long deadline) {
    while (true) {
      List<RecordedMessage> messages = statusesOf(event);
      boolean ended = !messages.isEmpty() && messages.stream().allMatch(RecordedMessage::hasEnded);
      if (ended || System.nanoTime() > deadline) {
        return messages;
      }
      RestartedServer.pass(Duration.ofMillis(200));
    }
  }

  private List<RecordedMessage> statusesOf(PostedEvent event) {
    TestResponse response = api.get("/api/v1/events/" + event.id());
    List<RecordedMessage> messages = new ArrayList<>();
    if (response.status() == 200 && !response.json().has("incomplete")) {
      response.json().at("/messages").forEach(message -> messages.add(RecordedMessage.of(message)));
    }
    return messages;
  }

  private List<RecordedMessage> messagesOf(PostedEvent event) {
    JsonNode found = api.get("/api/v1/events/" + event.id()).expect(200).json();
    List<RecordedMessage> messages = new ArrayList<>();
    for (JsonNode message : found.at("/messages")) {
      messages.add(
          RecordedMessage.of(
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
