package io.posthorn.server.node;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/** A receiver on loopback that answers every request in the same way, and keeps what it got. */
final class LiveReceiver implements AutoCloseable {
  final List<Map<String, List<String>>> headers = new CopyOnWriteArrayList<>();
  final List<String> bodies = new CopyOnWriteArrayList<>();
  private final HttpServer server;
  private final int status;
  private final String answer;

  LiveReceiver(String address, int port, int status, String answer) throws IOException {
    this.status = status;
    this.answer = answer;
    this.server = HttpServer.create(new InetSocketAddress(InetAddress.ofLiteral(address), port), 0);
    server.createContext("/", this::receive);
    server.start();
  }

  private void receive(HttpExchange exchange) throws IOException {
    try (exchange) {
      bodies.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
      headers.add(Map.copyOf(exchange.getRequestHeaders()));
      byte[] body = answer.getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
      exchange.getResponseBody().write(body);
    }
  }

  int port() {
    return server.getAddress().getPort();
  }

  String url(String host) {
    return "http://" + host + ":" + port() + "/hook";
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
