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
 * @param oauth2 the client for access tokens; null if its receiver asks for none
 */
public record EndpointOptions(
    @Nullable RetryPolicy retry,
    FinalStatuses finalStatuses,
    Signatures signatures,
    @Nullable ClientCertificate clientCertificate,
    @Nullable OAuth2Client oauth2) {
  public static final EndpointOptions NONE =
      new EndpointOptions(null, FinalStatuses.NONE, Signatures.DEFAULT, null, null);

  private static final int FORMAT = 1;

  /** Written only where it is needed, so that earlier versions can read the others. */
  private static final int FORMAT_WITH_OAUTH2 = 2;

  public EndpointOptions withRetry(@Nullable RetryPolicy changed) {
    return new EndpointOptions(changed, finalStatuses, signatures, clientCertificate, oauth2);
  }

  public EndpointOptions withFinalStatuses(FinalStatuses changed) {
    return new EndpointOptions(retry, changed, signatures, clientCertificate, oauth2);
  }

  public EndpointOptions withSignatures(Signatures changed) {
    return new EndpointOptions(retry, finalStatuses, changed, clientCertificate, oauth2);
  }

  public EndpointOptions withClientCertificate(@Nullable ClientCertificate changed) {
    return new EndpointOptions(retry, finalStatuses, signatures, changed, oauth2);
  }

  public EndpointOptions withOAuth2(@Nullable OAuth2Client changed) {
    return new EndpointOptions(retry, finalStatuses, signatures, clientCertificate, changed);
  }

  void write(ByteWriter out) {
    out.u8(oauth2 == null ? FORMAT : FORMAT_WITH_OAUTH2);
    RetryPolicy.write(out, retry);
    finalStatuses.write(out);
    out.u8(signatures.number());
    ClientCertificate.write(out, clientCertificate);
    if (oauth2 != null) {
      OAuth2Client.write(out, oauth2);
    }
  }

  static EndpointOptions read(ByteReader in) {
    int format = in.u8();
    if (format != FORMAT && format != FORMAT_WITH_OAUTH2) {
      throw new IllegalStateException(
          "the options of an endpoint are in format %d, and this version reads formats %d and %d"
              .formatted(format, FORMAT, FORMAT_WITH_OAUTH2));
    }
    return new EndpointOptions(
        RetryPolicy.read(in),
        FinalStatuses.read(in),
        Signatures.of(in.u8()),
        ClientCertificate.read(in),
        format == FORMAT_WITH_OAUTH2 ? OAuth2Client.read(in) : null);
  }
}
