package io.posthorn.e2e.crash;

import io.posthorn.e2e.client.Api;
import io.posthorn.e2e.client.TestResponse;
import io.posthorn.e2e.crash.reconciliation.PostedEvent;
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

  /** Few enough that ordered messages wait for each other. */
  private static final int OBJECTS = 40;

  private final String name;
  private final CallTarget target;
  private final Api api;
  private final Random random;
  private final BooleanSupplier running;
  private final List<PostedEvent> posted = new ArrayList<>();
  private final AtomicInteger responded = new AtomicInteger();
  private int count;
  private int repeated;

  EventPoster(String name, CallTarget target, long seed, BooleanSupplier running) {
    this.name = name;
    this.target = target;
    this.api = target.api();
    this.random = new Random(seed);
    this.running = running;
  }

  @Override
  public void run() {
    while (running.getAsBoolean()) {
      postSome();
      if (!posted.isEmpty() && random.nextInt(10) == 0) {
        postAgain(posted.get(random.nextInt(posted.size())));
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
    long responded = System.nanoTime();
    ids.forEach(id -> posted.add(new PostedEvent(id, objCode, begun, responded)));
  }

  /** Posts the same id again, twice in one batch: no second message may result. */
  private void postAgain(PostedEvent event) {
    repeated++;
    post(Form.ARRAY, List.of(event.id(), event.id()), event.objCode() + ".again");
  }

  private void post(Form form, List<String> ids, String objCode) {
    for (int time = 1; ; time++) {
      target.awaitServer();
      int postedAt = time;
      List<String> events = ids.stream().map(id -> event(id, objCode, postedAt)).toList();
      try {
        TestResponse response =
            api.call("POST", "/api/v1/events", form.join(events), "Content-Type", form.type);
        if (response.status() == 202) {
          check(response, ids);
          responded.incrementAndGet();
          repeated += time == 1 ? 0 : 1;
          return;
        }
        if (response.status() != 503) {
          throw new AssertionError("Unexpected response to posting events: " + response);
        }
      } catch (UncheckedIOException e) {
        // Killed meanwhile: it is unknown whether the events were accepted.
      }
      RestartedServer.pass(Duration.ofMillis(10));
    }
  }

  private static void check(TestResponse response, List<String> ids) {
    List<String> responded = response.json().at("/events").findValuesAsText("id");
    if (!responded.equals(ids)) {
      throw new AssertionError("PostedEvent " + ids + ", response " + response.text());
    }
  }

  private static String event(String id, String objCode, int postedAt) {
    return """
    {"id": "%s", "objCode": "%s", "eventType": "UPDATE", "objId": "o-%d", "newState": \
    {"n": 1, "said": %d, "text": "what has changed"}, "oldState": {"n": 0}}\
    """
        .formatted(id, objCode, Math.floorMod(id.hashCode(), OBJECTS), postedAt);
  }

  /** The accepted events; complete after the end. */
  List<PostedEvent> posted() {
    return posted;
  }

  /** The number of posts with a 202 response so far. */
  int responded() {
    return responded.get();
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
