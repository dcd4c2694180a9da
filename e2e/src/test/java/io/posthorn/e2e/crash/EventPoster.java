package io.posthorn.e2e.crash;

import io.posthorn.e2e.client.Api;
import io.posthorn.e2e.client.ApiAnswer;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A caller that posts events singly and in batches, with unique ids. It repeats posts without a
 * response, and sometimes one that was accepted long ago. Repeated events are marked, because only
 * the first body may be delivered.
 */
final class EventPoster implements Runnable {
  private static final List<String> CODES = List.of("TASK", "PROJECT");

  private final String name;
  private final CallTarget target;
  private final Api api;
  private final Random random;
  private final BooleanSupplier goOn;
  private final List<PostedEvent> posted = new ArrayList<>();
  private final AtomicInteger answered = new AtomicInteger();
  private int count;
  private int repeated;

  EventPoster(String name, CallTarget target, long seed, BooleanSupplier goOn) {
    this.name = name;
    this.target = target;
    this.api = target.api();
    this.random = new Random(seed);
    this.goOn = goOn;
  }

  @Override
  public void run() {
    while (goOn.getAsBoolean()) {
      postSome();
      if (!posted.isEmpty() && random.nextInt(10) == 0) {
        postOnceMore(posted.get(random.nextInt(posted.size())));
      }
      RestartedServer.pass(target.pause(random));
    }
  }

  private void postSome() {
    int size = random.nextBoolean() ? 1 : 2 + random.nextInt(6);
    List<String> ids = IntStream.range(0, size).mapToObj(i -> name + "-" + (count + i)).toList();
    count += size;
    String objCode = CODES.get(random.nextInt(CODES.size()));
    Form form = size == 1 ? Form.ONE : random.nextBoolean() ? Form.ARRAY : Form.LINES;
    long begun = System.nanoTime();
    post(form, ids, objCode);
    long answered = System.nanoTime();
    ids.forEach(id -> posted.add(new PostedEvent(id, objCode, begun, answered)));
  }

  /** Posts the same id again, twice in one batch: no second message may result. */
  private void postOnceMore(PostedEvent event) {
    repeated++;
    post(Form.ARRAY, List.of(event.id(), event.id()), event.objCode() + ".again");
  }

  private void post(Form form, List<String> ids, String objCode) {
    for (int time = 1; ; time++) {
      target.awaitServer();
      int said = time;
      List<String> events = ids.stream().map(id -> event(id, objCode, said)).toList();
      try {
        ApiAnswer heard =
            api.call("POST", "/api/v1/events", form.join(events), "Content-Type", form.type);
        if (heard.status() == 202) {
          check(heard, ids);
          answered.incrementAndGet();
          repeated += time == 1 ? 0 : 1;
          return;
        }
        if (heard.status() != 503) {
          throw new AssertionError("Unexpected response to posting events: " + heard);
        }
      } catch (UncheckedIOException e) {
        // Killed meanwhile: it is unknown whether the events were accepted.
      }
      RestartedServer.pass(Duration.ofMillis(10));
    }
  }

  private static void check(ApiAnswer heard, List<String> ids) {
    List<String> answered = heard.json().at("/events").findValuesAsText("id");
    if (!answered.equals(ids)) {
      throw new AssertionError("PostedEvent " + ids + ", answered " + heard.text());
    }
  }

  private static String event(String id, String objCode, int said) {
    return """
        {"id": "%s", "objCode": "%s", "eventType": "UPDATE", "objId": "o-1", "newState": \
        {"n": 1, "said": %d, "text": "what has changed"}, "oldState": {"n": 0}}"""
        .formatted(id, objCode, said);
  }

  /** The accepted events; read it after the end. */
  List<PostedEvent> posted() {
    return posted;
  }

  /** The number of posts with a 202 response so far. */
  int answered() {
    return answered.get();
  }

  /** The number of repeated posts, after a missing response or on purpose. */
  int repeated() {
    return repeated;
  }

  private enum Form {
    ONE("application/json"),
    ARRAY("application/json"),
    LINES("application/x-ndjson");

    private final String type;

    Form(String type) {
      this.type = type;
    }

    String join(List<String> events) {
      return switch (this) {
        case ONE -> events.getFirst();
        case ARRAY -> events.stream().collect(Collectors.joining(",", "[", "]"));
        case LINES -> String.join("\n", events);
      };
    }
  }
}
