package io.posthorn.bench.load;

import io.posthorn.bench.process.BenchException;
import io.posthorn.bench.process.WallClock;
import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayDeque;

/** The load generator's event loop: one thread, in a closed loop or at a fixed rate. */
final class LoadLoop {
  private static final int ACCEPTED = 202;
  private static final int FULL = 503;

  private final LoadSpec order;
  private final EventStream events;
  private final ArrayDeque<LoadConnection> free = new ArrayDeque<>();
  private long posted;
  private long accepted;
  private long refused;
  private int inFlight;

  LoadLoop(LoadSpec order) {
    this.order = order;
    events =
        new EventStream(
            order.run(), order.prefix(), order.codes(), order.perPost(), order.textBytes());
  }

  /** Posts until the time is up and every post has its response. */
  String run() throws IOException {
    try (Selector selector = Selector.open()) {
      for (int i = 0; i < order.connections(); i++) {
        int port = order.ports().get(i % order.ports().size());
        free.add(new LoadConnection(order, port, events, selector));
      }
      long start = WallClock.micros();
      long end = start + order.millis() * 1_000;
      for (long now = start; now < end || inFlight > 0; now = WallClock.micros()) {
        long wait = now < end ? post(start, now) : 10;
        if (wait <= 0) {
          selector.select(this::proceed);
        } else {
          selector.select(this::proceed, wait);
        }
      }
      long responded = WallClock.micros();
      for (SelectionKey key : selector.keys()) {
        ((LoadConnection) key.attachment()).close();
      }
      return accepted + " " + refused + " " + start + " " + responded;
    }
  }

  /**
   * Posts what is due; returns the milliseconds until the next post, or 0 to wait for a response.
   */
  private long post(long start, long now) throws IOException {
    while (!free.isEmpty()) {
      if (order.perSecond() > 0) {
        double due = start + posted * order.perPost() * 1e6 / order.perSecond();
        if (due > now) {
          return Math.max(1, (long) ((due - now) / 1_000));
        }
      }
      posted++;
      inFlight++;
      free.removeFirst().post(events, now);
    }
    return 0;
  }

  private void proceed(SelectionKey key) {
    LoadConnection connection = (LoadConnection) key.attachment();
    try {
      int status = connection.proceed();
      if (status == 0) {
        return;
      }
      if (status == ACCEPTED) {
        accepted += order.perPost();
      } else if (status == FULL) {
        refused += order.perPost();
      } else {
        throw new BenchException("unexpected response to a post: " + connection.responseHead());
      }
    } catch (IOException e) {
      throw new BenchException("a post failed: " + e.getMessage(), e);
    }
    inFlight--;
    free.addLast(connection);
  }
}
