package io.posthorn.server.http;

import io.helidon.common.tls.Tls;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.WebServerConfig;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import org.jspecify.annotations.Nullable;

/**
 * An address that the server listens on.
 *
 * @param port 0 for any free one
 * @param setting the setting of the port, for whoever has to change it
 * @param tls null for plain http
 */
public record Listener(String host, int port, String setting, @Nullable Tls tls) {
  static Listener plain(String host, int port) {
    return new Listener(host, port, "http.port", null);
  }

  /** A web server for this address that has no routes yet. */
  WebServerConfig.Builder builder() {
    WebServerConfig.Builder builder = WebServer.builder().host(host).port(port).shutdownHook(false);
    return tls == null ? builder : builder.tls(tls);
  }

  /**
   * Begins to listen.
   *
   * @throws CannotListenException where the address is not to be had
   */
  WebServer start(WebServerConfig.Builder builder) {
    tryAddress();
    WebServer server = builder.build().start();
    if (!server.isRunning()) {
      throw refused("another process has just taken it");
    }
    return server;
  }

  /** The web server would log a failure at length, and then go on as if nothing had happened. */
  private void tryAddress() {
    try (ServerSocket socket = new ServerSocket()) {
      socket.bind(new InetSocketAddress(host, port));
    } catch (IOException e) {
      throw refused(String.valueOf(e.getMessage()));
    }
  }

  private CannotListenException refused(String reason) {
    return new CannotListenException(
        "%s: cannot listen on %s port %d (%s); use another port, or stop the process that uses it."
            .formatted(setting, host, port, reason));
  }
}
