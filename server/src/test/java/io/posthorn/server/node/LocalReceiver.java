package io.posthorn.server.node;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;

/** A receiver on loopback that remembers what it got and answers as it is told. */
final class LocalReceiver implements AutoCloseable {
  private final HttpServer server;
  private final List<Got> got = new CopyOnWriteArrayList<>();
  private volatile int status = 200;

  /** A request, with what its signature is made of. */
  record Got(String id, String timestamp, String signature, String body) {}

  LocalReceiver() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.start();
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/";
  }

  void answerWith(int code) {
    status = code;
  }

  List<Got> got() {
    return got;
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
      got.add(
          new Got(
              header(exchange, "webhook-id"),
              header(exchange, "webhook-timestamp"),
              header(exchange, "webhook-signature"),
              body));
      exchange.sendResponseHeaders(status, -1);
    }
  }

  private static String header(HttpExchange exchange, String name) {
    return Objects.toString(exchange.getRequestHeaders().getFirst(name), "");
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
