package io.posthorn.app;

import io.posthorn.cli.ServerOptions;
import io.posthorn.server.settings.HttpSettings;
import java.util.Optional;

/** The URL of a server that has just started. */
final class ServerAddress {
  private ServerAddress() {}

  static String of(HttpSettings http, int port) {
    String scheme = http.tls() == null ? "http" : "https";
    String host = http.host().contains(":") ? "[" + http.host() + "]" : http.host();
    return scheme + "://" + host + ":" + port;
  }

  /** The shell command that points other commands at it; empty if it is their default. */
  static Optional<String> variable(String address) {
    return address.equals(ServerOptions.DEFAULT_URL)
        ? Optional.empty()
        : Optional.of("export POSTHORN_URL=" + address);
  }
}
