package io.posthorn.core.endpoint;

import io.posthorn.core.store.Base32;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An endpoint's id, derived from its customer and its URL, so that every node can compute it, even
 * before the endpoint exists.
 */
public record EndpointId(long high, long low) implements Comparable<EndpointId> {
  private static final String PREFIX = "ep_";

  /**
   * The id of a customer's URL.
   *
   * @param url in its normal form, see {@code TargetUrl}
   */
  public static EndpointId of(String customerId, String url) {
    try {
      // Neither part can hold a line feed, so no two pairs give the same text.
      byte[] text = (customerId + "\n" + url).getBytes(StandardCharsets.UTF_8);
      ByteBuffer digest = ByteBuffer.wrap(MessageDigest.getInstance("SHA-256").digest(text));
      return new EndpointId(digest.getLong(), digest.getLong());
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java platform has SHA-256", e);
    }
  }

  public static Optional<EndpointId> parse(String text) {
    return Base32.parse128(PREFIX, text, EndpointId::new);
  }

  @Override
  public int compareTo(EndpointId that) {
    int byHigh = Long.compareUnsigned(high, that.high);
    return byHigh != 0 ? byHigh : Long.compareUnsigned(low, that.low);
  }

  /** Hand-written because it runs for every message and the generated one is slower. */
  @Override
  public boolean equals(@Nullable Object that) {
    return that instanceof EndpointId other && high == other.high && low == other.low;
  }

  @Override
  public int hashCode() {
    return (int) low; // the bits of a digest are spread already
  }

  @Override
  public String toString() {
    return PREFIX + Base32.encode128(high, low);
  }
}
