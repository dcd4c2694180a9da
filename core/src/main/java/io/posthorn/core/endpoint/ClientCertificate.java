package io.posthorn.core.endpoint;

import io.posthorn.core.store.ByteReader;
import io.posthorn.core.store.ByteWriter;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The client certificate that an endpoint's receiver asks for.
 *
 * @param sealed certificate and key, sealed by the host, which alone can open them
 * @param expiresAt when the certificate expires
 */
public record ClientCertificate(byte[] sealed, long expiresAt) {
  /** So long before its end an operational event asks for a new one. */
  public static final long NOTICE = 14L * 24 * 3_600_000;

  static void write(ByteWriter out, @Nullable ClientCertificate certificate) {
    out.flag(certificate != null);
    if (certificate != null) {
      out.blob(certificate.sealed).varint(certificate.expiresAt);
    }
  }

  static @Nullable ClientCertificate read(ByteReader in) {
    return in.flag() ? new ClientCertificate(in.blob(), in.varint()) : null;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof ClientCertificate that
        && expiresAt == that.expiresAt
        && Arrays.equals(sealed, that.sealed);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(sealed);
  }

  @Override
  public String toString() {
    return "ClientCertificate[expiresAt=" + expiresAt + "]";
  }
}
