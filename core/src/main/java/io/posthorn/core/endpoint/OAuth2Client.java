package io.posthorn.core.endpoint;

import io.posthorn.core.store.ByteReader;
import io.posthorn.core.store.ByteWriter;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The OAuth2 client of an endpoint whose receiver asks for access tokens: client credentials of RFC
 * 6749, section 4.4.
 *
 * @param tokenUrl the URL of the token server, in normal form
 * @param clientSecret sealed by the host, which alone can open it
 */
public record OAuth2Client(
    String tokenUrl,
    String clientId,
    byte[] clientSecret,
    @Nullable String scope,
    @Nullable String audience) {
  /** The reason why a subscription with a token is refused at an endpoint with a client. */
  public static final String NOT_WITH_AUTH_TOKEN =
      "The endpoint of this URL uses auth.oauth2, which sets the same header Authorization;"
          + " omit authToken.";

  private static final long MINUTE = 60_000;

  /** An endpoint without a token tries for one at least so often. */
  private static final long LONGEST_WAIT = 10 * MINUTE;

  /** The doublings after which the longest wait is reached. */
  private static final int DOUBLINGS = 4;

  /** A token is renewed so long before its end, or for a short-lived one its last fifth. */
  private static final long RENEWAL = MINUTE;

  private static final int RENEWAL_PART = 5;

  /** The time until a failed renewal is repeated, while the token can still be used. */
  public static final long RENEWAL_RETRY = 10_000;

  /**
   * The time for which an endpoint starts nothing after a number of failed requests for a token in
   * a row: 1 min, doubling to 10 min.
   */
  public static long waitAfter(int failures) {
    return Math.min(LONGEST_WAIT, MINUTE << Math.clamp(failures - 1L, 0, DOUBLINGS));
  }

  /** The time before its end at which a token is renewed that can be used for so long. */
  public static long renewalBefore(long usableMillis) {
    return Math.min(RENEWAL, usableMillis / RENEWAL_PART);
  }

  static void write(ByteWriter out, OAuth2Client client) {
    out.text(client.tokenUrl)
        .text(client.clientId)
        .blob(client.clientSecret)
        .maybeText(client.scope)
        .maybeText(client.audience);
  }

  static OAuth2Client read(ByteReader in) {
    return new OAuth2Client(in.text(), in.text(), in.blob(), in.maybeText(), in.maybeText());
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof OAuth2Client that
        && tokenUrl.equals(that.tokenUrl)
        && clientId.equals(that.clientId)
        && Arrays.equals(clientSecret, that.clientSecret)
        && Objects.equals(scope, that.scope)
        && Objects.equals(audience, that.audience);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(clientSecret);
  }

  @Override
  public String toString() {
    return "OAuth2Client[tokenUrl=" + tokenUrl + ", clientId=" + clientId + "]";
  }
}
