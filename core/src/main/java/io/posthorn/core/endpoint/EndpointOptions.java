package io.posthorn.core.endpoint;

import io.posthorn.core.retry.RetryPolicy;
import io.posthorn.core.store.ByteReader;
import io.posthorn.core.store.ByteWriter;
import org.jspecify.annotations.Nullable;

/**
 * The options of an endpoint that depart from the general rules of delivery. All are off unless a
 * user sets them.
 *
 * @param retry its own retry policy; null for the general one
 * @param clientCertificate the certificate to present to its receiver; null for the general one
 */
public record EndpointOptions(
    @Nullable RetryPolicy retry,
    FinalStatuses finalStatuses,
    Signatures signatures,
    @Nullable ClientCertificate clientCertificate) {
  public static final EndpointOptions NONE =
      new EndpointOptions(null, FinalStatuses.NONE, Signatures.DEFAULT, null);

  private static final int FORMAT = 1;

  public EndpointOptions withRetry(@Nullable RetryPolicy changed) {
    return new EndpointOptions(changed, finalStatuses, signatures, clientCertificate);
  }

  public EndpointOptions withFinalStatuses(FinalStatuses changed) {
    return new EndpointOptions(retry, changed, signatures, clientCertificate);
  }

  public EndpointOptions withSignatures(Signatures changed) {
    return new EndpointOptions(retry, finalStatuses, changed, clientCertificate);
  }

  public EndpointOptions withClientCertificate(@Nullable ClientCertificate changed) {
    return new EndpointOptions(retry, finalStatuses, signatures, changed);
  }

  void write(ByteWriter out) {
    out.u8(FORMAT);
    RetryPolicy.write(out, retry);
    finalStatuses.write(out);
    out.u8(signatures.number());
    ClientCertificate.write(out, clientCertificate);
  }

  static EndpointOptions read(ByteReader in) {
    int format = in.u8();
    if (format != FORMAT) {
      throw new IllegalStateException(
          "the options of an endpoint are in format %d, and this version reads format %d alone"
              .formatted(format, FORMAT));
    }
    return new EndpointOptions(
        RetryPolicy.read(in),
        FinalStatuses.read(in),
        Signatures.of(in.u8()),
        ClientCertificate.read(in));
  }
}
