package io.posthorn.app;

import io.posthorn.cli.ServerOptions;
import io.posthorn.server.settings.HttpSettings;
import java.util.Optional;

/** Where a server is found that was just started. */
final class ServerAddress {
  private ServerAddress() {}

  static String of(HttpSettings http, int port) {
    String scheme = http.tls() == null ? "http" : "https";
    String host = http.host().contains(":") ? "[" + http.host() + "]" : http.host();
    return scheme + "://" + host + ":" + port;
  }

  /** What tells the other commands of it; nothing where they look by themselves. */
  static Optional<String> variable(String address) {
    return address.equals(ServerOptions.DEFAULT_URL)
        ? Optional.empty()
        : Optional.of("export POSTHORN_URL=" + address);
  }
}
