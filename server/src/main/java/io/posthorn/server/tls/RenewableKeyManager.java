package io.posthorn.server.tls;

import java.io.IOException;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

/**
 * A key manager that serves the latest certificate. A handshake asks for an alias first, then for
 * the chain and key of that alias. Each certificate has its own alias and the previous one stays
 * known, so that a handshake during a renewal never mixes two certificates.
 */
final class RenewableKeyManager extends X509ExtendedKeyManager {
  private static final char[] NO_PASSWORD = {};

  private volatile Generation latest;

  private record Generation(
      long number, X509ExtendedKeyManager keys, @Nullable X509ExtendedKeyManager before) {}

  RenewableKeyManager(ServerCertificate certificate) {
    latest = new Generation(0, keys(certificate, 0), null);
  }

  void renew(ServerCertificate certificate) {
    Generation old = latest;
    long number = old.number + 1;
    latest = new Generation(number, keys(certificate, number), old.keys);
  }

  private static X509ExtendedKeyManager keys(ServerCertificate certificate, long number) {
    try {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, null);
      store.setKeyEntry(
          "certificate-" + number,
          certificate.key(),
          NO_PASSWORD,
          certificate.chain().toArray(X509Certificate[]::new));
      KeyManagerFactory factory = KeyManagerFactory.getInstance("SunX509");
      factory.init(store, NO_PASSWORD);
      for (KeyManager manager : factory.getKeyManagers()) {
        if (manager instanceof X509ExtendedKeyManager keys) {
          return keys;
        }
      }
      throw new IllegalStateException("no key manager for X.509");
    } catch (GeneralSecurityException | IOException e) {
      throw new BadCertificateException(
          ServerCertificate.CERTIFICATE + ": it cannot be used: " + e.getMessage());
    }
  }

  @Override
  public @Nullable String chooseEngineServerAlias(
      String keyType, Principal @Nullable [] issuers, SSLEngine engine) {
    return latest.keys.chooseEngineServerAlias(keyType, issuers, engine);
  }

  @Override
  public @Nullable String chooseServerAlias(
      String keyType, Principal @Nullable [] issuers, Socket socket) {
    return latest.keys.chooseServerAlias(keyType, issuers, socket);
  }

  @Override
  public X509Certificate @Nullable [] getCertificateChain(String alias) {
    Generation now = latest;
    X509Certificate[] chain = now.keys.getCertificateChain(alias);
    return chain == null && now.before != null ? now.before.getCertificateChain(alias) : chain;
  }

  @Override
  public @Nullable PrivateKey getPrivateKey(String alias) {
    Generation now = latest;
    PrivateKey key = now.keys.getPrivateKey(alias);
    return key == null && now.before != null ? now.before.getPrivateKey(alias) : key;
  }

  @Override
  public String @Nullable [] getServerAliases(String keyType, Principal @Nullable [] issuers) {
    return latest.keys.getServerAliases(keyType, issuers);
  }

  @Override
  public String @Nullable [] getClientAliases(String keyType, Principal @Nullable [] issuers) {
    return null; // for servers only
  }

  @Override
  public @Nullable String chooseClientAlias(
      String[] keyType, Principal @Nullable [] issuers, Socket socket) {
    return null;
  }
}
