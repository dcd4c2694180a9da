package io.posthorn.sender.tls;

import java.security.cert.CertPathBuilderException;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import org.jspecify.annotations.Nullable;

/**
 * The rejection of a certificate chain that leads to no trusted authority. It says how the chain
 * ends, which the JDK's own exception does not.
 */
public final class UntrustedChainException extends CertificateException {
  /** The end of a chain. */
  public enum End {
    /** It is one certificate that signed itself. */
    SELF_SIGNED,
    /** It ends with a root that is not trusted. */
    UNTRUSTED_ROOT,
    /** Its last certificate was issued by an authority that was not sent and is not trusted. */
    MISSING_ISSUER
  }

  private final End end;
  private final String issuer;

  private UntrustedChainException(X509Certificate[] chain, CertificateException cause) {
    super(cause.getMessage(), cause);
    X509Certificate last = chain[chain.length - 1];
    boolean root = last.getSubjectX500Principal().equals(last.getIssuerX500Principal());
    this.end =
        !root ? End.MISSING_ISSUER : chain.length == 1 ? End.SELF_SIGNED : End.UNTRUSTED_ROOT;
    this.issuer = last.getIssuerX500Principal().getName();
  }

  /** The rejection with its reason, if it is about the end of the chain; else as it is. */
  static CertificateException of(X509Certificate[] chain, CertificateException rejection) {
    for (@Nullable Throwable cause = rejection; cause != null; cause = cause.getCause()) {
      if (cause instanceof CertPathBuilderException && cause.getCause() == null) {
        return new UntrustedChainException(chain, rejection);
      }
    }
    return rejection;
  }

  public End end() {
    return end;
  }

  /** The name of the authority that issued the last certificate of the chain. */
  public String issuer() {
    return issuer;
  }
}
