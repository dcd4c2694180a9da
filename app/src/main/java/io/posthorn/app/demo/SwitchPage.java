package io.posthorn.app.demo;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.posthorn.app.demo.SwitchedReceiver.Position;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * A local page with a switch for each receiver of the demo: {@code GET /} shows it, {@code POST
 * /NAME/POSITION} switches.
 */
final class SwitchPage implements AutoCloseable {
  private final HttpServer server;
  private final List<SwitchedReceiver> receivers;

  private SwitchPage(HttpServer server, List<SwitchedReceiver> receivers) {
    this.server = server;
    this.receivers = receivers;
  }

  static SwitchPage start(List<SwitchedReceiver> receivers) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0), 0);
    SwitchPage page = new SwitchPage(server, receivers);
    server.createContext("/", page::handle);
    server.start();
    return page;
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/";
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      boolean switching = exchange.getRequestMethod().equals("POST");
      if (!isOwnSite(exchange)) {
        respond(exchange, 403, "Only this page can switch receivers.");
      } else if (switching) {
        boolean known = switchTo(exchange.getRequestURI().getPath().split("/", -1));
        exchange.getResponseHeaders().set("Location", "/");
        respond(exchange, known ? 303 : 404, known ? "" : "No such receiver or position.");
      } else if (exchange.getRequestURI().getPath().equals("/")) {
        respond(exchange, 200, html());
      } else {
        respond(exchange, 404, "No such page.");
      }
    }
  }

  /** Returns false for calls that another site makes, or reaches by a name of its own. */
  private boolean isOwnSite(HttpExchange exchange) {
    int port = server.getAddress().getPort();
    Set<String> own = Set.of("127.0.0.1:" + port, "localhost:" + port);
    String origin = exchange.getRequestHeaders().getFirst("Origin");
    return own.contains(String.valueOf(exchange.getRequestHeaders().getFirst("Host")))
        && (origin == null || own.contains(origin.replaceFirst("^http://", "")));
  }

  private boolean switchTo(String[] path) {
    if (path.length != 3) {
      return false;
    }
    for (SwitchedReceiver receiver : receivers) {
      for (Position position : Position.values()) {
        if (receiver.name().equals(path[1]) && name(position).equals(path[2])) {
          receiver.switchTo(position);
          return true;
        }
      }
    }
    return false;
  }

  private static String name(Position position) {
    return position.name().toLowerCase(Locale.ROOT);
  }

  private static void respond(HttpExchange exchange, int status, String text) throws IOException {
    byte[] body = text.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "text/html; charset=utf-8");
    exchange.getResponseHeaders().set("Cache-Control", "no-store");
    exchange
        .getResponseHeaders()
        .set(
            "Content-Security-Policy",
            "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors"
                + " 'none'");
    exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
    exchange.getResponseBody().write(body);
  }

  /** The page; it contains no text but the demo's own. */
  private String html() {
    StringBuilder rows = new StringBuilder();
    for (SwitchedReceiver receiver : receivers) {
      rows.append("<tr><th>%s</th><td>%s</td>".formatted(receiver.path(), receiver.usually()));
      for (Position position : Position.values()) {
        rows.append(
            "<td><form method=\"post\" action=\"/%s/%s\"><button%s>%s</button></form></td>"
                .formatted(
                    receiver.name(),
                    name(position),
                    receiver.position() == position ? " aria-pressed=\"true\"" : "",
                    position.words()));
      }
      rows.append(
          String.format(Locale.ROOT, "<td class=\"n\">%,d</td></tr>%n", receiver.requests()));
    }
    return PAGE.replace("{rows}", rows);
  }

  private static final String PAGE =
      """
      <!doctype html>
      <html lang="en">
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width">
      <meta http-equiv="refresh" content="3">
      <title>Receivers of the Posthorn demo</title>
      <style>
        :root { color-scheme: light dark; background: Canvas; color: CanvasText;
          font: 15px/1.5 system-ui, sans-serif; }
        body { margin: 2rem auto; max-width: 60rem; padding: 0 1rem; }
        table { border-collapse: collapse; }
        th, td { text-align: left; padding: .3rem .5rem; }
        .n { text-align: right; font-variant-numeric: tabular-nums; }
        button { font: inherit; padding: .2rem .7rem; border: 1px solid #8888; border-radius: 4px;
          background: none; color: inherit; cursor: pointer; }
        @media (max-width: 820px) {
          body { margin: 1rem auto; }
          table, tbody { display: block; }
          tr { display: flex; flex-wrap: wrap; padding: .5rem 0; border-bottom: 1px solid #8888; }
          tr.head { display: none; }
          th, td { order: 3; padding: .2rem .3rem; }
          th { order: 1; flex: 1; }
          th + td { order: 2; flex: 1 0 100%; }
          .n { order: 1; }
          .n::after { content: " requests"; }
        }
        button[aria-pressed] { background: #2563eb; border-color: #2563eb; color: #fff; }
      </style>
      <main>
      <h1>Receivers</h1>
      <p>Switch a receiver and watch its endpoint in the console.</p>
      <table>
      <tr class="head"><th>Receiver</th><th>Usually</th><th colspan="4">Now</th><th>Requests</th></tr>
      {rows}</table>
      </main>
      </html>
      """;

  @Override
  public void close() {
    server.stop(0);
  }
}
