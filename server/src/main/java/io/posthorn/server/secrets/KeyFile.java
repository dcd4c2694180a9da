package io.posthorn.server.secrets;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Set;

/**
 * The file with the encryption key for secrets at rest: the Base64 of 32 random bytes, readable
 * only by its owner. It may be outside the data directory. Without it, all secrets are lost.
 */
public final class KeyFile {
  private static final Set<PosixFilePermission> OWNER_ALONE =
      PosixFilePermissions.fromString("rw-------");

  private KeyFile() {}

  /**
   * Reads the key, or creates one.
   *
   * @param checkFile if it exists, the store already has a key, and a new one would be useless
   */
  public static byte[] loadOrMake(Path file, Path checkFile) throws IOException {
    if (!Files.exists(file)) {
      if (Files.exists(checkFile)) {
        throw new IOException(
            file + " is missing; restore the key file that this store was created with.");
      }
      make(file);
    }
    Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(file);
    if (!OWNER_ALONE.containsAll(permissions)) {
      throw new IOException(
          file
              + " is readable by other users; run 'chmod 600' on it, and check who may have read"
              + " it.");
    }
    try {
      byte[] key = Base64.getDecoder().decode(Files.readString(file).strip());
      if (key.length == 32) {
        return key;
      }
    } catch (IllegalArgumentException e) {
      // Refused below.
    }
    throw new IOException(file + " contains no valid key; it must be the Base64 of 32 bytes.");
  }

  private static void make(Path file) throws IOException {
    byte[] key = new byte[32];
    new SecureRandom().nextBytes(key);
    writePrivately(file, Base64.getEncoder().encodeToString(key) + "\n");
  }

  /** Writes a file that only its owner can read from the start. */
  public static void writePrivately(Path file, String text) throws IOException {
    Files.createFile(file, PosixFilePermissions.asFileAttribute(OWNER_ALONE));
    Files.writeString(file, text, StandardOpenOption.WRITE, StandardOpenOption.SYNC);
  }

  /**
   * Detects a wrong key at start instead of at the first delivery, with a text next to the store
   * that was encrypted with the right key.
   */
  public static void check(Path checkFile, SecretBox box) throws IOException {
    if (!Files.exists(checkFile)) {
      writePrivately(checkFile, Base64.getEncoder().encodeToString(box.seal("posthorn")));
      return;
    }
    try {
      box.open(Base64.getDecoder().decode(Files.readString(checkFile).strip()));
    } catch (IllegalArgumentException e) {
      throw new IOException(
          "The encryption key does not match the one that this store was encrypted with;"
              + " set the right one with security.encryption-key or security.encryption-key-file.",
          e);
    }
  }
}
