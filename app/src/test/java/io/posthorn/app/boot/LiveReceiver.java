package io.posthorn.app.boot;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;

/** A loopback receiver with one fixed response that records its requests. */
final class LiveReceiver implements AutoCloseable {
  private static final String LOOPBACK = "127.0.0.1";

  private final HttpServer server;
  private final List<Got> got = new CopyOnWriteArrayList<>();
  private final String answer;
  private final int status;

  /** One request. */
  record Got(Headers headers, String body) {
    /** A header by its name in any case; empty where there is none. */
    String header(String name) {
      return Objects.toString(headers.getFirst(name), "");
    }
  }

  LiveReceiver(String address, int port, int status, String answer) throws IOException {
    this.status = status;
    this.answer = answer;
    this.server = HttpServer.create(new InetSocketAddress(InetAddress.ofLiteral(address), port), 0);
    server.createContext("/", this::receive);
    server.start();
  }

  /** One that answers every request with a status and nothing more. */
  LiveReceiver(int status) throws IOException {
    this(status, "");
  }

  LiveReceiver(int status, String answer) throws IOException {
    this(LOOPBACK, 0, status, answer);
  }

  private void receive(HttpExchange exchange) throws IOException {
    try (exchange) {
      String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
      got.add(new Got(exchange.getRequestHeaders(), body));
      byte[] bytes = answer.getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
      exchange.getResponseBody().write(bytes);
    }
  }

  List<Got> got() {
    return got;
  }

  int port() {
    return server.getAddress().getPort();
  }

  String url() {
    return url(LOOPBACK);
  }

  /** Its URL under another name. */
  String url(String host) {
    return "http://" + host + ":" + port() + "/hook";
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
