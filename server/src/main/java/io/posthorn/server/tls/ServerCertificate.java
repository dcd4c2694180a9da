package io.posthorn.server.tls;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.posthorn.sender.tls.Pem;
import io.posthorn.server.settings.CertificateFiles;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Set;

/** A checked certificate with its chain and key: readable, currently valid, and matching. */
record ServerCertificate(List<X509Certificate> chain, PrivateKey key) {
  static final String CERTIFICATE = "http.tls.certificate";
  static final String KEY = "http.tls.key";

  private static final Set<String> KEY_ALGORITHMS = Set.of("RSA", "EC");

  /**
   * Reads and checks a pair.
   *
   * @throws BadCertificateException if it is not usable
   */
  static ServerCertificate of(CertificateFiles files, CertificateBytes bytes, Instant now) {
    ServerCertificate read = new ServerCertificate(chain(files, bytes), key(files, bytes));
    read.checkValid(files, now);
    read.checkPair(files);
    return read;
  }

  X509Certificate leaf() {
    return chain.getFirst();
  }

  private static List<X509Certificate> chain(CertificateFiles files, CertificateBytes bytes) {
    try {
      return Pem.certificates(bytes.certificate());
    } catch (CertificateException e) { // reported without the parser's message
      throw bad(CERTIFICATE, files.certificate() + " contains no certificate in PEM form.");
    }
  }

  private static PrivateKey key(CertificateFiles files, CertificateBytes bytes) {
    return Pem.privateKey(bytes.key())
        .filter(key -> KEY_ALGORITHMS.contains(key.getAlgorithm()))
        .orElseThrow(
            () ->
                bad(
                    KEY,
                    files.key()
                        + " contains no unencrypted RSA or EC key in PKCS#8 (or RSA in PKCS#1)"
                        + " form; create one with: openssl pkcs8 -topk8 -nocrypt -in key.pem"));
  }

  private void checkValid(CertificateFiles files, Instant now) {
    try {
      leaf().checkValidity(Date.from(now));
    } catch (CertificateExpiredException e) {
      throw bad(
          CERTIFICATE,
          "%s was valid until %s; renew it."
              .formatted(files.certificate(), leaf().getNotAfter().toInstant()));
    } catch (CertificateNotYetValidException e) {
      throw bad(
          CERTIFICATE,
          "%s is not valid before %s; check the clock."
              .formatted(files.certificate(), leaf().getNotBefore().toInstant()));
    }
  }

  /**
   * Checks that key and certificate match: renewals replace one file after the other, and with a
   * mixed pair every handshake would fail.
   */
  private void checkPair(CertificateFiles files) {
    try {
      Signature signature =
          Signature.getInstance(
              key.getAlgorithm().equals("RSA") ? "SHA256withRSA" : "SHA256withECDSA");
      byte[] sample = KEY.getBytes(ISO_8859_1);
      signature.initSign(key);
      signature.update(sample);
      byte[] signed = signature.sign();
      signature.initVerify(leaf().getPublicKey());
      signature.update(sample);
      if (signature.verify(signed)) {
        return;
      }
    } catch (GeneralSecurityException e) {
      // Keys of different algorithms do not match either.
    }
    throw bad(KEY, files.key() + " is not the key of " + files.certificate() + ".");
  }

  private static BadCertificateException bad(String setting, String what) {
    return new BadCertificateException(setting + ": " + what);
  }
}
