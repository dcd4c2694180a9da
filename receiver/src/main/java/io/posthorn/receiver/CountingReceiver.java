package io.posthorn.receiver;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.function.LongConsumer;
import java.util.function.LongPredicate;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Receivers for load: any number of ports on one thread, each with one {@link PlannedResponse} for
 * all requests. It counts requests and discards them.
 *
 * <p>Implementation notes. Under load every microsecond of a receiver is taken from the server
 * under test, which runs on the same machine. So there is one thread on a selector, a response is
 * bytes made beforehand, and it parses only {@code Content-Length} and the end of the head, so
 * chunked bodies are not supported. Counts are plain fields of that thread, published once a round
 * of the selector.
 */
public final class CountingReceiver implements AutoCloseable {
  private static final int BACKLOG = 1_024;

  private final Selector selector = Selector.open();
  private final LongSupplier micros;
  private final PriorityQueue<Delayed> delayed =
      new PriorityQueue<>(Comparator.comparingLong(Delayed::at));
  private long connections;
  private long responses;
  private long searched;
  private long bytes;
  private long withoutResponse;
  private volatile Counts published = new Counts(0, 0, 0, 0, 0, 0);

  /**
   * Counts since the start.
   *
   * @param connections accepted
   * @param responses requests that have got their response
   * @param searched those of them at ports that look for a number, unless they were refused
   * @param bytes of the bodies of all requests
   * @param withoutResponse requests that hang
   * @param lastAt when the last response or hanging request was counted, by the receiver's clock
   */
  public record Counts(
      long connections,
      long responses,
      long searched,
      long bytes,
      long withoutResponse,
      long lastAt) {}

  /** A response that is sent later; times in microseconds of the receiver's clock. */
  private record Delayed(CountingConnection connection, long at) {}

  /**
   * A port and what happens to its requests.
   *
   * @param field the number to look for in bodies; null for none
   */
  record Port(ServerSocketChannel channel, PlannedResponse response, @Nullable NumberField field) {}

  /**
   * A numeric field of JSON bodies that is reported to a listener, such as the time at which an
   * event was posted.
   *
   * @param name of the field; the first one in a body counts, at any depth
   * @param listener called by the receiver's only thread: it must be quick
   * @param refused the numbers whose requests get a 500 instead of the planned response
   */
  public record NumberField(String name, LongConsumer listener, LongPredicate refused) {
    /** A field whose requests are not refused, whatever the number. */
    public NumberField(String name, LongConsumer listener) {
      this(name, listener, number -> false);
    }
  }

  private CountingReceiver(LongSupplier micros) throws IOException {
    this.micros = micros;
  }

  /**
   * Starts without a port.
   *
   * @param micros the clock for {@link Counts#lastAt} and delays, in microseconds
   */
  public static CountingReceiver start(LongSupplier micros) throws IOException {
    CountingReceiver receiver = new CountingReceiver(micros);
    Thread.ofPlatform().daemon().name("posthorn-receiver").start(receiver::run);
    return receiver;
  }

  /** Opens a free port of the loopback, and says which. */
  public int open(PlannedResponse response) throws IOException {
    return open(response, null);
  }

  /** Opens a port whose requests are also searched for a number. */
  public int open(PlannedResponse response, @Nullable NumberField field) throws IOException {
    InetSocketAddress any = new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0);
    ServerSocketChannel channel = ServerSocketChannel.open().bind(any, BACKLOG);
    channel.configureBlocking(false);
    channel.register(selector, SelectionKey.OP_ACCEPT, new Port(channel, response, field));
    selector.wakeup();
    return channel.socket().getLocalPort();
  }

  public Counts counts() {
    return published;
  }

  private void run() {
    try {
      while (true) {
        selector.select(this::serve, delayed.isEmpty() ? 100 : 5);
        sendDelayed();
        publish();
      }
    } catch (ClosedSelectorException e) {
      // closed
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void publish() {
    Counts last = published;
    if (responses != last.responses()
        || withoutResponse != last.withoutResponse()
        || connections != last.connections()) {
      boolean received = responses != last.responses() || withoutResponse != last.withoutResponse();
      long lastAt = received ? micros.getAsLong() : last.lastAt();
      published = new Counts(connections, responses, searched, bytes, withoutResponse, lastAt);
    }
  }

  private void serve(SelectionKey key) {
    try {
      if (key.attachment() instanceof Port port) {
        accept(port);
      } else if (key.attachment() instanceof CountingConnection connection && !connection.read()) {
        connection.close();
      }
    } catch (IOException | CancelledKeyException e) {
      key.cancel();
      if (key.attachment() instanceof CountingConnection connection) {
        connection.close();
      }
    }
  }

  private void accept(Port port) throws IOException {
    for (SocketChannel one = port.channel().accept(); one != null; one = port.channel().accept()) {
      connections++;
      one.configureBlocking(false);
      one.setOption(StandardSocketOptions.TCP_NODELAY, true);
      one.register(selector, SelectionKey.OP_READ, new CountingConnection(one, this, port));
    }
  }

  private void sendDelayed() {
    if (delayed.isEmpty()) {
      return;
    }
    long now = micros.getAsLong();
    for (Delayed next = delayed.peek(); next != null && next.at() <= now; next = delayed.peek()) {
      delayed.remove();
      try {
        send(next.connection());
      } catch (IOException e) {
        next.connection().close();
      }
    }
  }

  private void send(CountingConnection connection) throws IOException {
    responses++;
    searched += connection.isSearched() && !connection.isRefused() ? 1 : 0;
    connection.send();
  }

  /** Handles a request of which the whole body has been read. */
  void received(CountingConnection connection, PlannedResponse response, long bodyBytes)
      throws IOException {
    bytes += bodyBytes;
    switch (response.kind()) {
      case RESPOND -> {
        if (response.delay().isZero()) {
          send(connection);
        } else {
          long at = micros.getAsLong() + response.delay().toNanos() / 1_000;
          delayed.add(new Delayed(connection, at));
        }
      }
      case HANG -> withoutResponse++;
      case CLOSE -> {
        withoutResponse++;
        connection.close();
      }
    }
  }

  /** Closes every port and connection. */
  @Override
  public void close() throws IOException {
    for (SelectionKey key : selector.keys()) {
      key.channel().close();
    }
    selector.close();
  }
}
