package io.posthorn.app.boot;

import io.helidon.webserver.WebServer;
import io.posthorn.server.http.HttpServer;
import io.posthorn.server.http.Listener;
import io.posthorn.server.http.Route;
import io.posthorn.server.settings.HttpSettings;
import io.posthorn.server.settings.Settings;
import io.posthorn.server.tls.InboundTls;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The listeners of a server: the main one and, with {@code ops.port}, one more on the same host for
 * health and metrics, in plain HTTP as monitoring tools expect.
 */
record Listeners(WebServer main, @Nullable WebServer ops, @Nullable InboundTls tls)
    implements AutoCloseable {

  static Listeners open(
      Settings settings,
      @Nullable InboundTls tls,
      HttpServer http,
      List<Route> api,
      List<Route> operations) {
    HttpSettings address = settings.http();
    Listener main =
        new Listener(address.host(), address.port(), "http.port", tls == null ? null : tls.tls());
    Integer opsPort = settings.ops().port();
    if (opsPort == null) {
      List<Route> all = new ArrayList<>(api);
      all.addAll(operations);
      return new Listeners(http.open(main, all), null, tls);
    }
    // Opened first: until the main listener is open, health reports not ready.
    WebServer ops = http.open(new Listener(address.host(), opsPort, "ops.port", null), operations);
    try {
      return new Listeners(http.open(main, api), ops, tls);
    } catch (RuntimeException e) {
      ops.stop();
      throw e;
    }
  }

  int opsPort() {
    return ops == null ? main.port() : ops.port();
  }

  @Override
  public void close() {
    main.stop();
    if (ops != null) {
      ops.stop();
    }
    if (tls != null) {
      tls.close();
    }
  }
}
