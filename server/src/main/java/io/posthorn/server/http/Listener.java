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
 * @param setting the setting of the port, for error messages
 * @param tls null for plain http
 */
public record Listener(String host, int port, String setting, @Nullable Tls tls) {
  static Listener plain(String host, int port) {
    return new Listener(host, port, "http.port", null);
  }

  /** Creates a web server for this address, without routes. */
  WebServerConfig.Builder builder() {
    WebServerConfig.Builder builder = WebServer.builder().host(host).port(port).shutdownHook(false);
    return tls == null ? builder : builder.tls(tls);
  }

  /**
   * Starts listening.
   *
   * @throws CannotListenException if the address is not available
   */
  WebServer start(WebServerConfig.Builder builder) {
    tryAddress();
    WebServer server = builder.build().start();
    if (!server.isRunning()) {
      throw refused("another process has just taken it");
    }
    return server;
  }

  /** Checks the address first, because the web server would only log a failure and carry on. */
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
