package io.posthorn.server.tls;

import io.posthorn.server.settings.CertificateFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * The contents of a certificate file and its key file. Comparing contents instead of times detects
 * every kind of renewal: writing, renaming, or switching a symbolic link.
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
