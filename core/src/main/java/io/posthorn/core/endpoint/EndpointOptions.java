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
 */
public record EndpointOptions(
    @Nullable RetryPolicy retry, FinalStatuses finalStatuses, Signatures signatures) {
  public static final EndpointOptions NONE =
      new EndpointOptions(null, FinalStatuses.NONE, Signatures.DEFAULT);

  private static final int FORMAT = 1;

  public EndpointOptions withRetry(@Nullable RetryPolicy changed) {
    return new EndpointOptions(changed, finalStatuses, signatures);
  }

  public EndpointOptions withFinalStatuses(FinalStatuses changed) {
    return new EndpointOptions(retry, changed, signatures);
  }

  public EndpointOptions withSignatures(Signatures changed) {
    return new EndpointOptions(retry, finalStatuses, changed);
  }

  void write(ByteWriter out) {
    out.u8(FORMAT);
    RetryPolicy.write(out, retry);
    finalStatuses.write(out);
    out.u8(signatures.number());
  }

  static EndpointOptions read(ByteReader in) {
    int format = in.u8();
    if (format != FORMAT) {
      throw new IllegalStateException(
          "the options of an endpoint are in format %d, and this version reads format %d alone"
              .formatted(format, FORMAT));
    }
    return new EndpointOptions(
        RetryPolicy.read(in), FinalStatuses.read(in), Signatures.of(in.u8()));
  }
}
