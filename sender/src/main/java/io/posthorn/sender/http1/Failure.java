package io.posthorn.sender.http1;

import io.posthorn.core.message.ErrorKind;
import io.posthorn.core.text.PlainText;
import io.posthorn.sender.http1.Exchange.Phase;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import javax.net.ssl.SSLException;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.MessageConstraintException;
import org.jspecify.annotations.Nullable;

/**
 * The reason why a request got no response: its kind and a text. Texts contain hosts, addresses and
 * JDK messages, but nothing that was sent.
 */
record Failure(ErrorKind kind, String detail) {
  private static final int MAX_WORDS = 200;

  static Failure of(Throwable cause, Phase phase, String host, @Nullable Peer peer) {
    if (cause instanceof UnknownHostException) {
      return new Failure(
          ErrorKind.DNS, "The name " + host + " cannot be resolved; check the URL's host.");
    }
    Failure tls = tls(cause, phase, host);
    return tls != null ? tls : ofConnection(cause, peer == null ? host : peer.toString());
  }

  /**
   * Returns whether the receiver's host is the reason that a connection could not be opened: it
   * refused, there is no route to it, or it did not respond in time. Errors of this machine, such
   * as too few file descriptors or ports, say nothing about the host.
   *
   * @param hadTime whether there was enough time to open the connection
   */
  static boolean isOfReceiver(Throwable cause, boolean hadTime) {
    return switch (cause) {
      case SocketTimeoutException _ -> hadTime;
      case ConnectException _, NoRouteToHostException _ -> true;
      default -> false;
    };
  }

  static Failure timeout(long nanos, Phase phase) {
    return new Failure(
        ErrorKind.TIMEOUT,
        "No response within " + nanos / 1_000_000 + " ms: " + phase.unfinished() + ".");
  }

  private static @Nullable Failure tls(Throwable cause, Phase phase, String host) {
    if (cause instanceof SSLException) {
      return new Failure(ErrorKind.TLS, TlsFailureText.of(cause, host));
    }
    boolean closed = cause instanceof IOException || cause instanceof HttpException;
    return phase == Phase.SECURING && closed
        ? new Failure(
            ErrorKind.TLS,
            "The receiver closed the connection during the TLS handshake; check that it accepts TLS"
                + " 1.2 or 1.3.")
        : null;
  }

  private static Failure ofConnection(Throwable cause, String whom) {
    return switch (cause) {
      case NoRouteToHostException _ ->
          new Failure(ErrorKind.CONNECTION, "No route to " + whom + ".");
      case ConnectException e when words(e).contains("refused") ->
          new Failure(
              ErrorKind.REFUSED,
              "The connection to " + whom + " was refused; check that the receiver is running.");
      case SocketTimeoutException _ ->
          new Failure(ErrorKind.TIMEOUT, "The connection to " + whom + " was not established.");
      case MessageConstraintException _ ->
          new Failure(
              ErrorKind.CONNECTION,
              "The head of the response is too large: a line may have 16,384 characters, and there"
                  + " may be 200 headers.");
      case ConnectionClosedException _ -> closed();
      case ProxyException e -> new Failure(ErrorKind.CONNECTION, e.sentence());
      case Conversation.UnrequestedUpgradeException _ ->
          new Failure(
              ErrorKind.CONNECTION,
              "The receiver responded 101 Switching Protocols, which Posthorn did not request;"
                  + " check that the URL belongs to an HTTP endpoint, not to a WebSocket.");
      case HttpException e ->
          new Failure(ErrorKind.CONNECTION, "The response is not valid HTTP: " + words(e) + ".");
      default ->
          new Failure(
              ErrorKind.CONNECTION, "The connection to " + whom + " broke: " + words(cause) + ".");
    };
  }

  private static Failure closed() {
    return new Failure(
        ErrorKind.CONNECTION,
        "The receiver closed the connection before the response head was complete.");
  }

  private static String words(Throwable cause) {
    String message = cause.getMessage();
    String words = message == null ? cause.getClass().getSimpleName() : message;
    return PlainText.of(words, MAX_WORDS);
  }
}
