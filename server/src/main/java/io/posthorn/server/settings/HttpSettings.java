package io.posthorn.server.settings;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The settings of the HTTP listener.
 *
 * @param port 0 for any free one
 * @param tls null for plain http
 * @param behindProxy whether a proxy in front of it does TLS
 */
public record HttpSettings(
    String host, int port, @Nullable CertificateFiles tls, boolean behindProxy) {
  static final Setting<String> HOST =
      Setting.of(
          "http.host", HostNames.HOST, "127.0.0.1", "The address to listen on; 0.0.0.0 for all.");

  static final Setting<Integer> PORT =
      Setting.of("http.port", ValueTypes.PORT, "8080", "The port of the API and the console.");

  private static final Setting<Path> CERTIFICATE =
      Setting.optional(
          "http.tls.certificate",
          ValueTypes.PATH,
          "none",
          "A PEM file with the certificate and its chain, to serve https.");

  private static final Setting<Path> KEY =
      Setting.optional(
          "http.tls.key",
          ValueTypes.PATH,
          "none",
          "A PEM file with the key of http.tls.certificate.");

  private static final Setting<Boolean> BEHIND_PROXY =
      Setting.of(
          "http.behind-proxy",
          ValueTypes.BOOLEAN,
          "false",
          "Set to true if a proxy terminates TLS, to allow plain http on a public http.host.");

  static final List<Setting<?>> ALL = List.of(HOST, PORT, CERTIFICATE, KEY, BEHIND_PROXY);

  static HttpSettings of(Values values) {
    HttpSettings http =
        new HttpSettings(
            values.get(HOST),
            values.get(PORT),
            CertificateFiles.of(values, CERTIFICATE, KEY),
            values.get(BEHIND_PROXY));
    if (!http.isLoopback() && http.tls == null && !http.behindProxy) {
      throw values.refused(
          HOST,
          SettingsException.quoted(http.host)
              + " is open to other machines, and keys would be sent unencrypted; set"
              + " http.tls.certificate and http.tls.key, or http.behind-proxy: true if a proxy"
              + " terminates TLS");
    }
    return http;
  }

  /** Returns host and port as in a URL. */
  public String address(int actualPort) {
    return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + actualPort;
  }

  /** Returns whether only this machine can reach the server. */
  public boolean isLoopback() {
    return HostNames.isLoopback(host);
  }

  void requireLoopback(String source) {
    if (!isLoopback()) {
      throw new SettingsException(HOST.key(), source, notForDevelopment(host));
    }
  }

  /** Requires a loopback host before any other check. */
  static void requireLoopback(Values values) {
    String host = values.get(HOST);
    if (!HostNames.isLoopback(host)) {
      throw values.refused(HOST, notForDevelopment(host));
    }
  }

  private static String notForDevelopment(String host) {
    return SettingsException.quoted(host)
        + " is open to other machines, for which --dev is not safe; use 127.0.0.1, ::1 or"
        + " localhost, or omit --dev";
  }
}
