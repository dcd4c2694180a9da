package io.posthorn.sender;

/** The format of the {@code Authorization} header. */
public enum AuthorizationStyle {
  /** {@code Bearer <token>}. */
  BEARER,
  /** The token alone. */
  RAW;

  String value(String token) {
    return switch (this) {
      case BEARER -> "Bearer " + token;
      case RAW -> token;
    };
  }
}
