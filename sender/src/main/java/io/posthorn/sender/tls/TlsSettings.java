package io.posthorn.sender.tls;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The TLS files, in PEM form.
 *
 * @param trustedCa authorities to trust beside the system's
 * @param clientCertificate the client certificate with its chain, for receivers that require one
 * @param clientKey its private key, PKCS#8 and not encrypted
 */
public record TlsSettings(
    @Nullable Path trustedCa, @Nullable Path clientCertificate, @Nullable Path clientKey) {
  public static final TlsSettings NONE = new TlsSettings(null, null, null);
}
