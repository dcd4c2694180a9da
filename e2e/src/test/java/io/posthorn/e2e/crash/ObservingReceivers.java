package io.posthorn.e2e.crash;

import io.posthorn.e2e.receiving.RecordingReceivers;
import io.posthorn.receiver.HttpReceiver;
import io.posthorn.receiver.PlannedResponse;
import io.posthorn.receiver.ReceivedRequest;
import io.posthorn.receiver.RefusingPort;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * All receivers with the requests they received. Each response has a unique mark, which the server
 * stores with the attempt, so that every recorded attempt can be matched with its request.
 */
final class ObservingReceivers implements AutoCloseable {
  private final ToIntFunction<String> lifeOf;
  private final Random random;
  private final ConcurrentLinkedQueue<ObservedRequest> seen = new ConcurrentLinkedQueue<>();
  private final AtomicInteger count = new AtomicInteger();
  private final HttpReceiver steady = RecordingReceivers.start().behaveAs(this::response);
  private final HttpReceiver flaky = RecordingReceivers.start().behaveAs(this::responseInPart);
  private final HttpReceiver slow = RecordingReceivers.start().behaveAs(this::responseLate);
  private final int partPort;
  private @Nullable HttpReceiver part;
  private @Nullable RefusingPort refusing;

  /**
   * Receivers that listen.
   *
   * @param lifeOf finds the server life that sent a request, by its authorization
   */
  ObservingReceivers(ToIntFunction<String> lifeOf, long seed) {
    this.lifeOf = lifeOf;
    this.random = new Random(seed);
    HttpReceiver first = RecordingReceivers.start().behaveAs(this::response);
    this.part = first;
    this.partPort = first.port();
  }

  String steady(String path) {
    return steady.url(path);
  }

  /** A receiver that fails one request of ten. */
  String flaky(String path) {
    return flaky.url(path);
  }

  /**
   * A receiver that takes up to 400 ms, so that a kill interrupts requests, and fails one of ten.
   */
  String slow(String path) {
    return slow.url(path);
  }

  /** A receiver that is up part of the time. */
  String part(String path) {
    return "http://127.0.0.1:" + partPort + path;
  }

  /** Stops or starts the receiver that is up part of the time. */
  void partIs(boolean there) {
    try {
      if (there && part == null) {
        close(refusing);
        part = RecordingReceivers.start(partPort).behaveAs(this::response);
      } else if (!there && part != null) {
        part.close();
        part = null;
        refusing = new RefusingPort(partPort);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private PlannedResponse response(ReceivedRequest delivery) {
    return response(delivery, 200);
  }

  private PlannedResponse responseInPart(ReceivedRequest delivery) {
    return response(delivery, draw(10) == 0 ? 500 : 200);
  }

  private PlannedResponse responseLate(ReceivedRequest delivery) {
    return responseInPart(delivery).after(Duration.ofMillis(20 + draw(380)));
  }

  private PlannedResponse response(ReceivedRequest delivery, int status) {
    String mark = "response " + count.incrementAndGet();
    int life = lifeOf.applyAsInt(delivery.header("Authorization"));
    seen.add(
        new ObservedRequest(mark, life, delivery.path(), delivery.id(), status, delivery.body()));
    return PlannedResponse.status(status).body(mark);
  }

  private synchronized int draw(int bound) {
    return random.nextInt(bound);
  }

  /** All requests so far. */
  List<ObservedRequest> seen() {
    return List.copyOf(seen);
  }

  /** All arrivals so far, by the monotonic clock, of each path. */
  Map<String, List<Long>> arrivals() {
    return Stream.of(steady, flaky, slow)
        .flatMap(receiver -> receiver.requests().stream())
        .collect(
            Collectors.groupingBy(
                ReceivedRequest::path,
                TreeMap::new,
                Collectors.mapping(ReceivedRequest::nanoTime, Collectors.toList())));
  }

  @Override
  public void close() {
    steady.close();
    flaky.close();
    slow.close();
    if (part != null) {
      part.close();
    }
    close(refusing);
  }

  private static void close(@Nullable RefusingPort port) {
    try {
      if (port != null) {
        port.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
