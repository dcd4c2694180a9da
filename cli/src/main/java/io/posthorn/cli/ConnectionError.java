package io.posthorn.cli;

import io.posthorn.client.NoResponseException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

/** The one-line error for a call that got no response: the reason and the remedy. */
final class ConnectionError {
  private static final String NAME_ANOTHER = "name the server with --url or POSTHORN_URL.";
  private static final int PROBE_MILLIS = 2_000;
  private static final String HTTP = "HTTP/";

  private ConnectionError() {}

  static String line(NoResponseException none, String url) {
    return switch (none.reason()) {
      case NOT_REACHED -> notReached(none, url);
      case TIMEOUT -> tooLate(url);
      case CONNECTION_LOST, INVALID -> broken(none, url);
      case INTERRUPTED -> String.valueOf(none.getMessage());
    };
  }

  private static String notReached(NoResponseException none, String url) {
    if (none.getCause() instanceof HttpTimeoutException) {
      // Some servers wait for the rest of a request that a handshake is not.
      return url.startsWith("https:") && speaksPlainHttp(URI.create(url))
          ? withoutTls(url)
          : tooLate(url);
    }
    if (cause(none, UnresolvedAddressException.class) != null) {
      return "Host name %s not found. Check its spelling, or %s"
          .formatted(URI.create(url).getHost(), NAME_ANOTHER);
    }
    return "Cannot connect to %s: connection refused. Is the server running? Start one with: ./posthorn serve --dev, or %s"
        .formatted(url, NAME_ANOTHER);
  }

  private static String withoutTls(String url) {
    return "The server at %s does not use TLS. Use %s."
        .formatted(url, url.replaceFirst("^https:", "http:"));
  }

  private static String tooLate(String url) {
    return "Timed out waiting for " + url + ": the server is busy, or it is not a Posthorn server.";
  }

  private static String broken(NoResponseException none, String url) {
    SSLException tls = cause(none, SSLException.class);
    if (tls != null) {
      return withTls(tls, url);
    }
    if (url.startsWith("http:") && speaksTls(URI.create(url))) {
      return "The server at %s expects TLS. Use %s."
          .formatted(url, url.replaceFirst("^http:", "https:"));
    }
    return none.reason() == NoResponseException.Reason.INVALID
        ? String.valueOf(none.getMessage())
        : "The connection to %s was lost before the response arrived. The server may or may not have carried out the call; check that it is running."
            .formatted(url);
  }

  private static String withTls(SSLException tls, String url) {
    String why = String.valueOf(tls.getMessage());
    if (why.contains("recognized SSL message")) {
      return withoutTls(url);
    }
    if (why.contains("PKIX") || why.contains("No subject alternative") || why.contains("No name")) {
      return "The certificate of %s is not trusted: %s. Use the host name in the certificate, or set POSTHORN_JAVA_OPTS=-Djavax.net.ssl.trustStore=FILE."
          .formatted(url, why);
    }
    return "TLS with " + url + " failed: " + why + ".";
  }

  private static <T extends Throwable> @Nullable T cause(Throwable error, Class<T> type) {
    for (Throwable e = error; e != null; e = e.getCause()) {
      if (type.isInstance(e)) {
        return type.cast(e);
      }
    }
    return null;
  }

  /** Tries a handshake, without sending anything else: a server's refusal does not name TLS. */
  private static boolean speaksTls(URI url) {
    try (Socket plain = connect(url, 80)) {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, new TrustManager[] {new AnyCertificate()}, null);
      try (SSLSocket tls =
          (SSLSocket)
              context
                  .getSocketFactory()
                  .createSocket(plain, url.getHost(), plain.getPort(), true)) {
        tls.startHandshake();
        return true;
      }
    } catch (IOException | GeneralSecurityException e) {
      return false;
    }
  }

  /** Tries a request without a key. */
  private static boolean speaksPlainHttp(URI url) {
    try (Socket socket = connect(url, 443)) {
      String request =
          "GET /health/live HTTP/1.1\r\nHost: %s\r\n\r\n".formatted(url.getAuthority());
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      byte[] start = socket.getInputStream().readNBytes(HTTP.length());
      return new String(start, StandardCharsets.US_ASCII).equals(HTTP);
    } catch (IOException e) {
      return false;
    }
  }

  private static Socket connect(URI url, int usualPort) throws IOException {
    Socket socket = new Socket();
    try {
      int port = url.getPort() < 0 ? usualPort : url.getPort();
      socket.connect(new InetSocketAddress(url.getHost(), port), PROBE_MILLIS);
      socket.setSoTimeout(PROBE_MILLIS);
      return socket;
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }

  /** Trusts everybody: nothing is sent over the connection. */
  private static final class AnyCertificate implements X509TrustManager {
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
