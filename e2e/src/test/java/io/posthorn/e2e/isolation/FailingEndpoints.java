package io.posthorn.e2e.isolation;

import io.posthorn.receiver.CountingReceiver;
import io.posthorn.receiver.PlannedResponse;
import io.posthorn.receiver.RefusingPort;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Endpoints that never succeed, each on its own port: tarpits accept a connection and never
 * respond, dead ones refuse it.
 */
final class FailingEndpoints implements AutoCloseable {
  private final CountingReceiver tarpits;
  private final List<RefusingPort> dead = new ArrayList<>();
  private final List<String> urls = new ArrayList<>();

  FailingEndpoints(int tarpitCount, int deadCount) {
    try {
      tarpits = CountingReceiver.start(() -> System.nanoTime() / 1_000);
      for (int i = 0; i < tarpitCount; i++) {
        urls.add("http://127.0.0.1:" + tarpits.open(PlannedResponse.HANG) + "/");
      }
      for (int i = 0; i < deadCount; i++) {
        RefusingPort port = new RefusingPort();
        dead.add(port);
        urls.add(port.url());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The number of connections that the tarpits have accepted. */
  long caught() {
    return tarpits.counts().connections();
  }

  /** The addresses of all. */
  List<String> urls() {
    return urls;
  }

  @Override
  public void close() {
    try {
      tarpits.close();
      for (RefusingPort port : dead) {
        port.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
