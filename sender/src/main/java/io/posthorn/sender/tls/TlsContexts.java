package io.posthorn.sender.tls;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;

/**
 * The TLS contexts of outbound connections: the general one, and one for each client certificate of
 * an endpoint. Sessions are kept by context, so none is resumed under another certificate.
 */
public final class TlsContexts {
  /** When it is full it is cleared, which costs some full handshakes. */
  private static final int MAX = 10_000;

  private final SSLContext general;
  private final TrustManager[] trust;
  private final ConcurrentHashMap<ClientIdentity, SSLContext> byIdentity =
      new ConcurrentHashMap<>();

  TlsContexts(SSLContext general, TrustManager[] trust) {
    this.general = general;
    this.trust = trust;
  }

  /** The context of connections under a client certificate; null for the general one. */
  public SSLContext of(@Nullable ClientIdentity identity) {
    if (identity == null) {
      return general;
    }
    SSLContext known = byIdentity.get(identity);
    if (known != null) {
      return known;
    }
    if (byIdentity.size() >= MAX) {
      byIdentity.clear();
    }
    return byIdentity.computeIfAbsent(identity, this::create);
  }

  private SSLContext create(ClientIdentity identity) {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(identity.keyManagers(), trust, null);
      return context;
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException("TLS cannot be set up: " + e.getMessage(), e);
    }
  }
}
