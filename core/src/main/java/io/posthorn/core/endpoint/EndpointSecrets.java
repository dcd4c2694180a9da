package io.posthorn.core.endpoint;

import io.posthorn.core.store.ByteReader;
import io.posthorn.core.store.ByteWriter;
import org.jspecify.annotations.Nullable;

/**
 * The signing secrets of an endpoint, as sealed by the host, who alone can open them.
 *
 * @param previous signs as well until {@code previousUntil}, so that a receiver can change over
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
