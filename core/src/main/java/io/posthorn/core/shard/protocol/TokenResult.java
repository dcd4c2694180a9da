package io.posthorn.core.shard.protocol;

import io.posthorn.core.message.Outcome;

/** The result of a request for an access token. */
public sealed interface TokenResult {
  /**
   * An access token. It is kept in memory only.
   *
   * @param value can stand in a header
   * @param usableMillis how long it can be used from now on
   */
  record AccessToken(String value, long usableMillis) implements TokenResult {
    @Override
    public String toString() {
      return "AccessToken[usableMillis=" + usableMillis + "]";
    }
  }

  /**
   * There is no token.
   *
   * @param outcome the outcome of the attempt that records it, of kind {@code auth}
   */
  record NoToken(Outcome outcome) implements TokenResult {}
}
