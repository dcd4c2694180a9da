package io.posthorn.sender.http1;

import java.io.IOException;

/** A failure of the outbound proxy; its message is a sentence for the record of the attempt. */
final class ProxyException extends IOException {
  private static final int NEEDS_CREDENTIALS = 407;

  private ProxyException(String sentence) {
    super(sentence);
  }

  static ProxyException unreachable() {
    return new ProxyException(
        "The outbound proxy cannot be reached; the operator has to check delivery.proxy.");
  }

  static ProxyException broken() {
    return new ProxyException(
        "The outbound proxy closed the connection before the tunnel was open.");
  }

  static ProxyException notHttp() {
    return new ProxyException("The response of the outbound proxy is not valid HTTP.");
  }

  /** The response to CONNECT was not a 2xx. */
  static ProxyException refused(int status, Peer peer) {
    return new ProxyException(
        status == NEEDS_CREDENTIALS
            ? "The outbound proxy responded 407; the operator has to check"
                + " delivery.proxy-credentials."
            : "The outbound proxy responded %d and opened no tunnel to %s."
                .formatted(status, peer));
  }

  /** The sentence. */
  String sentence() {
    return String.valueOf(getMessage());
  }
}
