package io.posthorn.server.tls;

import io.helidon.common.tls.Tls;
import io.posthorn.server.settings.CertificateFiles;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * TLS for callers, with a certificate that renews itself when its files change.
 *
 * <ul>
 *   <li>Connections that are open stay open; the next handshake sees the new certificate.
 *   <li>A change applies after two checks in a row found the same contents, so that a renewal that
 *       writes one file after the other is complete.
 *   <li>An unusable new pair is logged once, and the old one stays in use.
 * </ul>
 */
public final class InboundTls implements AutoCloseable {
  /** Reading two small files is cheap, so checks are frequent. */
  public static final Duration CHECK_INTERVAL = Duration.ofSeconds(5);

  private static final List<String> PROTOCOLS = List.of("TLSv1.3", "TLSv1.2");

  private final CertificateFiles files;
  private final InstantSource clock;
  private final BiConsumer<String, String> log;
  private final RenewableKeyManager keys;
  private final Tls tls;
  private final CountDownLatch closed = new CountDownLatch(1);
  private CertificateBytes served;
  private @Nullable CertificateBytes seen;
  private @Nullable String loggedFault;

  /**
   * Reads the files and starts watching them.
   *
   * @param log receives the name of a log event and a sentence
   * @throws BadCertificateException if the files cannot be used
   */
  public InboundTls(
      CertificateFiles files,
      Duration checkInterval,
      InstantSource clock,
      BiConsumer<String, String> log) {
    this.files = files;
    this.clock = clock;
    this.log = log;
    served = CertificateBytes.read(files);
    keys = new RenewableKeyManager(ServerCertificate.of(files, served, clock.instant()));
    tls = Tls.builder().sslContext(context(keys)).enabledProtocols(PROTOCOLS).build();
    Thread.ofPlatform().daemon().name("posthorn-certificate").start(() -> watch(checkInterval));
  }

  private static SSLContext context(KeyManager keys) {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(new KeyManager[] {keys}, null, null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java has no TLS", e);
    }
  }

  /** Returns the TLS configuration of the web server; it stays the same over all renewals. */
  public Tls tls() {
    return tls;
  }

  private void watch(Duration checkInterval) {
    try {
      while (!closed.await(checkInterval.toNanos(), TimeUnit.NANOSECONDS)) {
        check();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void check() {
    try {
      CertificateBytes now = CertificateBytes.read(files);
      boolean settled = seen != null && seen.same(now);
      seen = now;
      if (settled && !served.same(now)) {
        renew(now);
      } else if (served.same(now)) {
        loggedFault =
            null; // the files match the served certificate again, so the next fault is logged
      }
    } catch (RuntimeException e) { // the next check may find better files
      logOnce(String.valueOf(e.getMessage()));
    }
  }

  private void renew(CertificateBytes now) {
    ServerCertificate certificate = ServerCertificate.of(files, now, clock.instant());
    keys.renew(certificate);
    served = now;
    loggedFault = null;
    log.accept(
        "certificate_renewed", "valid until " + certificate.leaf().getNotAfter().toInstant());
  }

  private void logOnce(String fault) {
    if (!fault.equals(loggedFault)) {
      loggedFault = fault;
      log.accept("certificate_refused", fault + " The old certificate stays in use.");
    }
  }

  /** Stops watching. */
  @Override
  public void close() {
    closed.countDown();
  }
}
