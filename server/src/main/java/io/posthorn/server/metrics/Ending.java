package io.posthorn.server.metrics;

import io.posthorn.core.message.ErrorKind;
import io.posthorn.core.message.Outcome;

/** The outcome of an attempt as a metric label: the class of the status, or the error. */
enum Ending {
  SUCCESSFUL("2xx"),
  REDIRECTED("3xx"),
  CLIENT_ERROR("4xx"),
  SERVER_ERROR("5xx"),
  OTHER_STATUS("other"),
  TIMEOUT("timeout"),
  REFUSED("refused"),
  DNS("dns"),
  TLS("tls"),
  BLOCKED_ADDRESS("blocked_address"),
  CONNECTION("connection");

  private final String label;

  Ending(String label) {
    this.label = label;
  }

  String label() {
    return label;
  }

  static Ending of(Outcome outcome) {
    ErrorKind error = outcome.error();
    return error == null ? ofStatus(outcome.status()) : ofError(error);
  }

  private static Ending ofStatus(int status) {
    return switch (status / 100) {
      case 2 -> SUCCESSFUL;
      case 3 -> REDIRECTED;
      case 4 -> CLIENT_ERROR;
      case 5 -> SERVER_ERROR;
      default -> OTHER_STATUS;
    };
  }

  private static Ending ofError(ErrorKind error) {
    return switch (error) {
      case TIMEOUT -> TIMEOUT;
      case REFUSED -> REFUSED;
      case DNS -> DNS;
      case TLS -> TLS;
      case BLOCKED_ADDRESS -> BLOCKED_ADDRESS;
      case CONNECTION -> CONNECTION;
    };
  }
}
