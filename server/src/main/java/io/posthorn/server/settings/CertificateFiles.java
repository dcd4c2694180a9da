package io.posthorn.server.settings;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** A certificate with its chain, and its private key, both in PEM. */
public record CertificateFiles(Path certificate, Path key) {
  static @Nullable CertificateFiles of(
      Values values, Setting<Path> certificateSetting, Setting<Path> keySetting) {
    Path certificate = values.find(certificateSetting);
    Path key = values.find(keySetting);
    if (certificate != null && key != null) {
      return new CertificateFiles(certificate, key);
    }
    if (certificate != null) {
      throw alone(values, certificateSetting, keySetting);
    }
    if (key != null) {
      throw alone(values, keySetting, certificateSetting);
    }
    return null;
  }

  private static SettingsException alone(Values values, Setting<?> given, Setting<?> missing) {
    return values.refused(given, "it needs " + missing.key() + " too; set both, or neither");
  }
}
