package io.posthorn.sender.http1;

import io.posthorn.core.text.PlainText;
import io.posthorn.sender.tls.UntrustedChainException;
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
      "The receiver's certificate is not valid yet; check its dates and the clocks of both"
          + " machines.";
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
      case UntrustedChainException e -> ofUntrusted(e);
      case CertificateException e when isAboutName(e.getMessage()) ->
          "The receiver's certificate does not cover the host name "
              + host
              + "; use one that does.";
      default -> ofMessage(cause.getMessage(), host);
    };
  }

  private static String ofUntrusted(UntrustedChainException chain) {
    String issuer = PlainText.of(chain.issuer(), 120);
    return switch (chain.end()) {
      case SELF_SIGNED ->
          "The receiver's certificate is self-signed; use one of a public authority, or add it to"
              + " delivery.trusted-ca.";
      case UNTRUSTED_ROOT ->
          "The receiver's certificate was issued by an untrusted authority ("
              + issuer
              + "); use one of a public authority, or add the authority to delivery.trusted-ca.";
      case MISSING_ISSUER ->
          "The receiver's certificate chain ends at an untrusted authority ("
              + issuer
              + ") whose certificate the receiver does not send. If that is an intermediate"
              + " authority, configure the receiver to send its intermediate certificates (the full"
              + " chain); if it is an authority of your own, add it to delivery.trusted-ca.";
    };
  }

  private static boolean isAboutName(@Nullable String message) {
    return message != null
        && (message.startsWith("No subject alternative") || message.startsWith("No name matching"));
  }

  private static @Nullable String ofMessage(@Nullable String message, String host) {
    if (message == null) {
      return null;
    }
    int alert = message.indexOf(ALERT);
    if (alert >= 0) {
      return ofAlert(PlainText.of(message.substring(alert + ALERT.length()), 60), host);
    }
    if (message.toLowerCase(Locale.ROOT).contains("unrecognized ssl message")) {
      return "The server at this address does not use TLS; check the URL's scheme and port.";
    }
    return message.contains("protocol version")
        ? "The receiver chose a TLS version that Posthorn does not speak; enable TLS 1.2 or 1.3"
            + " there."
        : null;
  }

  /** The text for an alert that the receiver sent. */
  private static String ofAlert(String alert, String host) {
    String reason =
        switch (alert) {
          case "certificate_required" ->
              "The receiver requires a client certificate; set auth.clientCertificate of the"
                  + " endpoint, or delivery.client-certificate and delivery.client-key";
          case "bad_certificate",
              "certificate_expired",
              "certificate_revoked",
              "certificate_unknown",
              "unknown_ca",
              "unsupported_certificate",
              "access_denied" ->
              "The receiver requires a client certificate and rejected Posthorn's, or got none;"
                  + " check auth.clientCertificate of the endpoint, or delivery.client-certificate";
          case "protocol_version" ->
              "The receiver accepts none of the TLS versions that Posthorn speaks, 1.2 and 1.3;"
                  + " enable one of them there";
          case "handshake_failure", "insufficient_security" ->
              "The receiver found no TLS version or cipher suite in common, or requires a client"
                  + " certificate; Posthorn speaks TLS 1.2 and 1.3";
          case "unrecognized_name" ->
              "The receiver has no certificate for the host name "
                  + host
                  + "; check the URL's host";
          default -> "The receiver ended the TLS handshake";
        };
    return reason + " (alert " + alert + ").";
  }
}
