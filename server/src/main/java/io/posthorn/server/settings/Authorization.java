package io.posthorn.server.settings;

/** How a subscription's token is sent. */
public enum Authorization {
  /** After the word {@code Bearer}. */
  BEARER,
  /** Alone. */
  RAW
}
