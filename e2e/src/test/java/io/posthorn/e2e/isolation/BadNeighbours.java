package io.posthorn.e2e.isolation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Addresses that are no use to anybody, each at a port of its own: tarpits accept a connection and
 * then never answer, dead ones refuse it.
 */
final class BadNeighbours implements AutoCloseable {
  private final Selector selector;
  private final List<ServerSocketChannel> tarpits = new ArrayList<>();
  private final List<Socket> dead = new ArrayList<>();
  private final Collection<SocketChannel> held = new ConcurrentLinkedQueue<>();

  BadNeighbours(int tarpitCount, int deadCount) {
    try {
      selector = Selector.open();
      for (int i = 0; i < tarpitCount; i++) {
        ServerSocketChannel tarpit = ServerSocketChannel.open().bind(anyPort());
        tarpit.configureBlocking(false);
        var _ = tarpit.register(selector, SelectionKey.OP_ACCEPT);
        tarpits.add(tarpit);
      }
      for (int i = 0; i < deadCount; i++) {
        // A port that is taken and at which nobody listens.
        Socket socket = new Socket();
        socket.bind(anyPort());
        dead.add(socket);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Thread.ofPlatform().daemon().start(this::accept);
  }

  private static InetSocketAddress anyPort() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
  }

  private void accept() {
    try {
      while (true) {
        selector.select(this::accept);
      }
    } catch (ClosedSelectorException e) {
      // The end.
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void accept(SelectionKey key) {
    try {
      SocketChannel caught = ((ServerSocketChannel) key.channel()).accept();
      if (caught != null) {
        held.add(caught);
      }
    } catch (ClosedChannelException e) {
      // The end.
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** How many connections the tarpits have accepted. */
  int caught() {
    return held.size();
  }

  /** The addresses of all. */
  List<String> urls() {
    List<Integer> ports = new ArrayList<>();
    tarpits.forEach(tarpit -> ports.add(tarpit.socket().getLocalPort()));
    dead.forEach(socket -> ports.add(socket.getLocalPort()));
    return ports.stream().map(port -> "http://127.0.0.1:" + port + "/").toList();
  }

  @Override
  public void close() {
    try {
      selector.close();
      for (ServerSocketChannel tarpit : tarpits) {
        tarpit.close();
      }
      for (SocketChannel channel : held) {
        channel.close();
      }
      for (Socket socket : dead) {
        socket.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
