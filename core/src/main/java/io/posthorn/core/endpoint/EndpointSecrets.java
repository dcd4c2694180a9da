package io.posthorn.core.endpoint;

import io.posthorn.core.store.ByteReader;
import io.posthorn.core.store.ByteWriter;
import org.jspecify.annotations.Nullable;

/**
 * The signing secrets of an endpoint, sealed by the host, which alone can open them.
 *
 * @param previous also signs until {@code previousUntil}, so that a receiver has time to switch
 */
public record EndpointSecrets(byte[] current, byte @Nullable [] previous, long previousUntil) {
  public static EndpointSecrets of(byte[] secret) {
    return new EndpointSecrets(secret, null, 0);
  }

  public void write(ByteWriter out) {
    out.blob(current).maybeBlob(previous).varint(previousUntil);
  }

  public static EndpointSecrets read(ByteReader in) {
    return new EndpointSecrets(in.blob(), in.maybeBlob(), in.varint());
  }
}
