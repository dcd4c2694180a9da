package io.posthorn.bench.sink;

import io.posthorn.bench.process.WallClock;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/** All receivers, on one thread: whatever it takes, the server cannot have. */
final class SinkLoop implements Runnable {
  /** Within the time that an attempt has, and long enough to count as slow. */
  static final long SLOW_MILLIS = 2_000;

  private static final int BACKLOG = 1_024;

  private final Selector selector = Selector.open();
  private final ArrayDeque<Owed> owed = new ArrayDeque<>();
  private final List<Socket> dead = new ArrayList<>();
  private final Tally tally = new Tally();
  private long now;

  /** An answer that comes later. */
  private record Owed(SinkConnection connection, long at) {}

  /** A port, with how those behave that listen there. */
  private record Port(ServerSocketChannel channel, Behaviour behaviour, boolean timed) {}

  SinkLoop() throws IOException {}

  Tally tally() {
    return tally;
  }

  /**
   * Opens a port of its own.
   *
   * @param timed whether it is noted how long each event took to come here
   */
  int open(Behaviour behaviour, boolean timed) throws IOException {
    InetSocketAddress any =
        new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), 0);
    if (behaviour == Behaviour.DEAD) {
      // Bound and not listening: the port stays ours, and connections are refused.
      Socket socket = new Socket();
      socket.bind(any);
      dead.add(socket);
      return socket.getLocalPort();
    }
    ServerSocketChannel channel = ServerSocketChannel.open().bind(any, BACKLOG);
    channel.configureBlocking(false);
    channel.register(selector, SelectionKey.OP_ACCEPT, new Port(channel, behaviour, timed));
    selector.wakeup();
    return channel.socket().getLocalPort();
  }

  @Override
  public void run() {
    try {
      while (true) {
        selector.select(this::serve, owed.isEmpty() ? 100 : 5);
        now = WallClock.micros();
        payOwed();
        tally.publish(now);
      }
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private void serve(SelectionKey key) {
    try {
      if (key.attachment() instanceof Port port) {
        accept(port);
      } else if (key.attachment() instanceof SinkConnection connection) {
        now = WallClock.micros();
        if (!connection.read()) {
          connection.close();
        }
      }
    } catch (IOException | CancelledKeyException e) {
      key.cancel();
      if (key.attachment() instanceof SinkConnection connection) {
        connection.close();
      }
    }
  }

  private void accept(Port port) throws IOException {
    for (SocketChannel one = port.channel().accept(); one != null; one = port.channel().accept()) {
      one.configureBlocking(false);
      one.setOption(StandardSocketOptions.TCP_NODELAY, true);
      one.register(
          selector,
          SelectionKey.OP_READ,
          new SinkConnection(one, this, port.behaviour(), port.timed()));
    }
  }

  private void payOwed() {
    while (!owed.isEmpty() && owed.getFirst().at() <= now) {
      SinkConnection connection = owed.removeFirst().connection();
      try {
        connection.answer();
        received(false);
      } catch (IOException e) {
        connection.close();
      }
    }
  }

  void receivedHead(long bodyBytes) {
    tally.bytes += bodyBytes;
  }

  void received(boolean timed) {
    tally.count++;
    tally.timed += timed ? 1 : 0;
  }

  void swallowed() {
    tally.swallowed++;
  }

  void took(long sentAt) {
    tally.time(now - sentAt);
  }

  void answerLater(SinkConnection connection) {
    owed.addLast(new Owed(connection, now + SLOW_MILLIS * 1_000));
  }
}
