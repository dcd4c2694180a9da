package io.posthorn.sender.http1;

import io.posthorn.core.text.PlainText;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertPathValidatorException.BasicReason;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Error texts for TLS failures, with what to do. */
final class TlsFailureText {
  private static final String EXPIRED = "The receiver's certificate has expired; renew it.";
  private static final String EARLY =
      "The receiver's certificate is not valid yet; check its dates and the clocks of both machines.";
  private static final String ALERT = "Received fatal alert: ";

  private TlsFailureText() {}

  static String of(Throwable failure, String host) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      String text = specific(cause, host);
      if (text != null) {
        return text;
      }
    }
    String message = failure.getMessage();
    return "The TLS handshake failed: "
        + PlainText.of(message == null ? failure.getClass().getSimpleName() : message, 200)
        + ".";
  }

  private static @Nullable String specific(Throwable cause, String host) {
    return switch (cause) {
      case CertificateExpiredException _ -> EXPIRED;
      case CertificateNotYetValidException _ -> EARLY;
      case CertPathValidatorException e when e.getReason() == BasicReason.EXPIRED -> EXPIRED;
      case CertPathValidatorException e when e.getReason() == BasicReason.NOT_YET_VALID -> EARLY;
      case CertPathBuilderException e when e.getCause() == null ->
          "The receiver's certificate was issued by an untrusted authority; use one of a public"
              + " authority, or add the authority to delivery.trusted-ca.";
      case CertificateException e when isAboutName(e.getMessage()) ->
          "The receiver's certificate does not cover the host name "
              + host
              + "; use one that does.";
      default -> ofMessage(cause.getMessage());
    };
  }

  private static boolean isAboutName(@Nullable String message) {
    return message != null
        && (message.startsWith("No subject alternative") || message.startsWith("No name matching"));
  }

  private static @Nullable String ofMessage(@Nullable String message) {
    if (message == null) {
      return null;
    }
    int alert = message.indexOf(ALERT);
    if (alert >= 0) {
      return "The receiver ended the TLS handshake with the alert "
          + PlainText.of(message.substring(alert + ALERT.length()), 60)
          + ".";
    }
    if (message.toLowerCase(Locale.ROOT).contains("unrecognized ssl message")) {
      return "The server at this address does not use TLS; check the URL's scheme and port.";
    }
    return message.contains("protocol version")
        ? "The receiver does not support TLS 1.2 or later."
        : null;
  }
}
