package io.posthorn.server.tls;

import io.posthorn.server.settings.CertificateFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * What stands in a certificate's two files. Contents are compared, not times: whether a renewal
 * writes, renames or points a symbolic link elsewhere is then the same.
 */
record CertificateBytes(byte[] certificate, byte[] key) {
  static CertificateBytes read(CertificateFiles files) {
    return new CertificateBytes(
        read(files.certificate(), ServerCertificate.CERTIFICATE),
        read(files.key(), ServerCertificate.KEY));
  }

  private static byte[] read(Path file, String setting) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new BadCertificateException(setting + ": " + file + " cannot be read.");
    }
  }

  boolean same(CertificateBytes other) {
    return Arrays.equals(certificate, other.certificate) && Arrays.equals(key, other.key);
  }
}
