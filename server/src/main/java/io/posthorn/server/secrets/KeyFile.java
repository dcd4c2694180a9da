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
 * The file that holds the key for what is sealed at rest: Base64 of 32 random bytes, readable by
 * its owner alone. It may lie outside the data directory; without it the secrets are lost.
 */
public final class KeyFile {
  private static final Set<PosixFilePermission> OWNER_ALONE =
      PosixFilePermissions.fromString("rw-------");

  private KeyFile() {}

  /**
   * The key, made if there is none yet.
   *
   * @param checkFile where it is there the store was made with a key, and another is worth nothing
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
              + " is readable by other users; run 'chmod 600' on it, and consider who may have read it.");
    }
    try {
      byte[] key = Base64.getDecoder().decode(Files.readString(file).strip());
      if (key.length == 32) {
        return key;
      }
    } catch (IllegalArgumentException e) {
      // Told below.
    }
    throw new IOException(file + " holds no valid key; it must be the Base64 of 32 bytes.");
  }

  private static void make(Path file) throws IOException {
    byte[] key = new byte[32];
    new SecureRandom().nextBytes(key);
    writePrivately(file, Base64.getEncoder().encodeToString(key) + "\n");
  }

  /** Writes a file that nobody but its owner can ever read. */
  public static void writePrivately(Path file, String text) throws IOException {
    Files.createFile(file, PosixFilePermissions.asFileAttribute(OWNER_ALONE));
    Files.writeString(file, text, StandardOpenOption.WRITE, StandardOpenOption.SYNC);
  }

  /**
   * Finds a wrong key at the start instead of at the first delivery: beside the store lies a word
   * sealed with the right one.
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
