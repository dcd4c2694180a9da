package io.posthorn.e2e.crash;

import io.posthorn.e2e.harness.Delivery;
import io.posthorn.e2e.harness.Receiver;
import io.posthorn.e2e.harness.Reply;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
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
 * All receivers, and what they saw. Each answer bears a mark of its own, which the server keeps
 * with the attempt: so every attempt on record can be laid beside its request.
 */
final class Witness implements AutoCloseable {
  private final ToIntFunction<String> lifeOf;
  private final Random random;
  private final ConcurrentLinkedQueue<Seen> seen = new ConcurrentLinkedQueue<>();
  private final AtomicInteger count = new AtomicInteger();
  private final Receiver steady = new Receiver().answers(this::answer);
  private final Receiver flaky = new Receiver().answers(this::answerInPart);
  private final Receiver slow = new Receiver().answers(this::answerLate);
  private final int partPort;
  private @Nullable Receiver part;
  private @Nullable Socket place;

  /**
   * Receivers that listen.
   *
   * @param lifeOf which life of a server has sent a request, by its authorization
   */
  Witness(ToIntFunction<String> lifeOf, long seed) {
    this.lifeOf = lifeOf;
    this.random = new Random(seed);
    Receiver first = new Receiver().answers(this::answer);
    this.part = first;
    this.partPort = first.port();
  }

  String steady(String path) {
    return steady.url(path);
  }

  /** Fails one request of ten. */
  String flaky(String path) {
    return flaky.url(path);
  }

  /** Takes up to 400 ms, so that a kill finds requests open; and fails one of ten as well. */
  String slow(String path) {
    return slow.url(path);
  }

  /** Is there in part of the time. */
  String part(String path) {
    return "http://127.0.0.1:" + partPort + path;
  }

  /** Takes the receiver that is not always there away, or brings it back. */
  void partIs(boolean there) {
    try {
      if (there && part == null) {
        close(place);
        part = new Receiver(partPort).answers(this::answer);
      } else if (!there && part != null) {
        part.close();
        part = null;
        // Nobody else gets the port meanwhile, and who connects is refused.
        place = new Socket();
        place.setReuseAddress(true);
        place.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), partPort));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Reply answer(Delivery delivery) {
    return answer(delivery, 200);
  }

  private Reply answerInPart(Delivery delivery) {
    return answer(delivery, draw(10) == 0 ? 500 : 200);
  }

  private Reply answerLate(Delivery delivery) {
    return answerInPart(delivery).after(Duration.ofMillis(20 + draw(380)));
  }

  private Reply answer(Delivery delivery, int status) {
    String mark = "answer " + count.incrementAndGet();
    int life = lifeOf.applyAsInt(delivery.header("Authorization"));
    seen.add(new Seen(mark, life, delivery.path(), delivery.id(), status, delivery.body()));
    return Reply.status(status).saying(mark);
  }

  private synchronized int draw(int bound) {
    return random.nextInt(bound);
  }

  /** All requests so far. */
  List<Seen> seen() {
    return List.copyOf(seen);
  }

  /** All arrivals so far, by the monotonic clock, of each path. */
  Map<String, List<Long>> arrivals() {
    return Stream.of(steady, flaky, slow)
        .flatMap(receiver -> receiver.deliveries().stream())
        .collect(
            Collectors.groupingBy(
                Delivery::path,
                TreeMap::new,
                Collectors.mapping(Delivery::nanos, Collectors.toList())));
  }

  @Override
  public void close() {
    steady.close();
    flaky.close();
    slow.close();
    if (part != null) {
      part.close();
    }
    close(place);
  }

  private static void close(@Nullable Socket socket) {
    try {
      if (socket != null) {
        socket.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
