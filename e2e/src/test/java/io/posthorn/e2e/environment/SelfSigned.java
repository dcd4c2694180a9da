package io.posthorn.e2e.environment;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** A certificate for 127.0.0.1 that only the tests trust, as a key store and as PEM. */
public final class SelfSigned {
  static final String PASSWORD = "of-the-tests";

  private final Path directory;

  private SelfSigned(Path directory) {
    this.directory = directory;
  }

  /** Creates one, with its files in a directory. */
  public static SelfSigned in(Path directory) {
    SelfSigned made = new SelfSigned(directory);
    made.keytool("-genkeypair -keyalg EC -dname CN=127.0.0.1 -ext san=ip:127.0.0.1 -validity 2");
    try {
      KeyStore store = made.load();
      pem(made.certificate(), "CERTIFICATE", store.getCertificate("own").getEncoded());
      pem(made.key(), "PRIVATE KEY", store.getKey("own", PASSWORD.toCharArray()).getEncoded());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return made;
  }

  private void keytool(String arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(List.of("-keystore", keyStore().toString(), "-storepass", PASSWORD));
    command.addAll(List.of("-alias", "own"));
    command.addAll(List.of(arguments.split(" ")));
    ProcessBuilder builder = new ProcessBuilder(command);
    try {
      Process process = builder.redirectErrorStream(true).start();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (process.waitFor() != 0) {
        throw new IllegalStateException(output);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void pem(Path file, String what, byte[] bytes) throws IOException {
    String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes);
    Files.writeString(
        file, "-----BEGIN %s-----\n%s\n-----END %s-----\n".formatted(what, text, what));
  }

  private KeyStore load() throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(keyStore())) {
      store.load(in, PASSWORD.toCharArray());
    }
    return store;
  }

  /** Holds the key and the certificate. */
  Path keyStore() {
    return directory.resolve("own.p12");
  }

  public Path certificate() {
    return directory.resolve("own.crt");
  }

  public Path key() {
    return directory.resolve("own.key");
  }

  /** The certificate itself. */
  public X509Certificate x509() {
    try {
      return (X509Certificate) load().getCertificate("own");
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** For a receiver that has this certificate and trusts only these of its clients. */
  public SSLContext trusting(SelfSigned... clients) {
    try {
      KeyStore trusted = KeyStore.getInstance("PKCS12");
      trusted.load(null, null);
      for (int i = 0; i < clients.length; i++) {
        trusted.setCertificateEntry("client-" + i, clients[i].x509());
      }
      TrustManagerFactory trust =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(trusted);
      KeyManagerFactory keys =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      keys.init(load(), PASSWORD.toCharArray());
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** For callers that trust only this certificate. */
  public SSLContext trust() {
    try {
      KeyStore trusted = KeyStore.getInstance("PKCS12");
      trusted.load(null, null);
      trusted.setCertificateEntry("own", load().getCertificate("own"));
      TrustManagerFactory factory =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      factory.init(trusted);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, factory.getTrustManagers(), null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
