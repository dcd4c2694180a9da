package io.posthorn.e2e.crash.reconciliation;

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
import java.util.function.IntSupplier;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * All receivers with the requests they received. Each response has a unique mark, which the server
 * stores with the attempt, so that every recorded attempt can be matched with its request.
 */
public final class ObservingReceivers implements AutoCloseable {
  private final ToIntFunction<String> lifeOf;
  private final Random random;
  private final ConcurrentLinkedQueue<ObservedRequest> seen = new ConcurrentLinkedQueue<>();
  private final AtomicInteger count = new AtomicInteger();
  private final String host;
  private final TokenServer tokens;
  private final HttpReceiver steady;
  private final HttpReceiver flaky;
  private final HttpReceiver slow;
  private final int partPort;
  private @Nullable HttpReceiver part;
  private @Nullable RefusingPort refusing;

  /**
   * Receivers that listen.
   *
   * @param lifeOf finds the server life that sent a request, by its authorization
   * @param life the current life of the server
   */
  public ObservingReceivers(ToIntFunction<String> lifeOf, IntSupplier life, long seed) {
    this("127.0.0.1", lifeOf, life, seed);
  }

  /** Receivers that listen on another address of this machine. */
  public ObservingReceivers(
      String host, ToIntFunction<String> lifeOf, IntSupplier life, long seed) {
    this.host = host;
    this.lifeOf = lifeOf;
    this.tokens = new TokenServer(host, life);
    this.random = new Random(seed);
    steady = RecordingReceivers.start(host, 0).behaveAs(this::response);
    flaky = RecordingReceivers.start(host, 0).behaveAs(this::responseInPart);
    slow = RecordingReceivers.start(host, 0).behaveAs(this::responseLate);
    HttpReceiver first = RecordingReceivers.start(host, 0).behaveAs(this::response);
    this.part = first;
    this.partPort = first.port();
  }

  /** The URL of the token server of the endpoints with OAuth2 clients. */
  public String tokenUrl() {
    return url(tokens.port(), "/token");
  }

  public String steady(String path) {
    return url(steady.port(), path);
  }

  /** A receiver that fails one request of ten. */
  public String flaky(String path) {
    return url(flaky.port(), path);
  }

  /**
   * A receiver that takes up to 400 ms, so that a kill interrupts requests, and fails one of ten.
   */
  public String slow(String path) {
    return url(slow.port(), path);
  }

  /** A receiver that is up part of the time. */
  public String part(String path) {
    return url(partPort, path);
  }

  private String url(int port, String path) {
    return "http://" + host + ":" + port + path;
  }

  /** Stops or starts the receiver that is up part of the time. */
  public void partIs(boolean there) {
    try {
      if (there && part == null) {
        close(refusing);
        part = RecordingReceivers.start(host, partPort).behaveAs(this::response);
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
    String authorization = delivery.header("Authorization");
    int life =
        TokenServer.issued(authorization)
            ? TokenServer.lifeOf(authorization)
            : lifeOf.applyAsInt(authorization);
    seen.add(
        new ObservedRequest(
            mark,
            delivery.nanoTime(),
            delivery.from(),
            life,
            delivery.path(),
            delivery.id(),
            delivery.header("webhook-sequence"),
            status,
            delivery.body()));
    return PlannedResponse.status(status).body(mark);
  }

  private synchronized int draw(int bound) {
    return random.nextInt(bound);
  }

  /** All requests so far. */
  public List<ObservedRequest> seen() {
    return List.copyOf(seen);
  }

  /** All arrivals so far, by the monotonic clock, of each path. */
  public Map<String, List<Long>> arrivals() {
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
    tokens.close();
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
