package io.posthorn.server.secrets;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Set;

/**
 * The file with the encryption key for secrets at rest: the Base64 of 32 random bytes, readable
 * only by its owner. While a key is being replaced it has several, one a line, the newest first. It
 * may be outside the data directory. Without it, all secrets are lost.
 */
public final class KeyFile {
  /** More than one rotation needs: an open tries all of them. */
  public static final int MOST_KEYS = 5;

  private static final Set<PosixFilePermission> OWNER_ALONE =
      PosixFilePermissions.fromString("rw-------");

  private KeyFile() {}

  /**
   * Reads the keys, or creates one.
   *
   * @param checkFile if it exists, the store already has a key, and a new one would be useless
   */
  public static List<byte[]> loadOrMake(Path file, Path checkFile) throws IOException {
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
      List<byte[]> keys =
          Files.readString(file).lines().filter(line -> !line.isBlank()).map(KeyFile::key).toList();
      if (!keys.isEmpty()
          && keys.size() <= MOST_KEYS
          && keys.stream().allMatch(key -> key.length == 32)) {
        return keys;
      }
    } catch (IllegalArgumentException e) {
      // Refused below.
    }
    throw new IOException(
        file
            + " contains no valid key; it must be the Base64 of 32 bytes, or up to "
            + MOST_KEYS
            + " of them, one a line.");
  }

  private static byte[] key(String line) {
    return Base64.getDecoder().decode(line.strip());
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
   * Checks keys with {@link #verify}, and notes the first of them as one that values may be sealed
   * with: before anything is.
   */
  public static void check(Path checkFile, SecretBox box) throws IOException {
    List<byte[]> proofs = Files.exists(checkFile) ? verify(checkFile, box) : List.of();
    if (proofs.stream().noneMatch(box::isCurrent)) {
      List<byte[]> more = new ArrayList<>(proofs);
      more.add(proof(box));
      writeProofs(checkFile, more);
    }
  }

  /**
   * Detects a wrong or missing key at start instead of at the first delivery, with a file next to
   * the store. It has a proof for each key that stored values may be sealed with.
   *
   * @return the proofs
   */
  public static List<byte[]> verify(Path checkFile, SecretBox box) throws IOException {
    List<byte[]> proofs = proofs(checkFile);
    long opened = proofs.stream().filter(proof -> opens(box, proof)).count();
    if (opened == 0) {
      throw new IOException(
          "The encryption key does not match the one that this store was encrypted with;"
              + " set the right one with security.encryption-key or security.encryption-key-file.");
    }
    if (opened < proofs.size()) {
      throw new IOException(
          "A previous encryption key is missing, and stored secrets may still need it; set it after"
              + " the current one, until posthorn encryption-key re-encrypt has finished.");
    }
    return proofs;
  }

  private static List<byte[]> proofs(Path checkFile) throws IOException {
    try {
      return Files.readString(checkFile).lines().map(KeyFile::key).toList();
    } catch (IllegalArgumentException e) {
      return List.of();
    }
  }

  /** Returns whether stored values may be sealed with another key than the first. */
  public static boolean needsPrevious(Path checkFile, SecretBox box) throws IOException {
    return !proofs(checkFile).stream().allMatch(box::isCurrent);
  }

  /** Notes that all stored values are sealed with the first key. */
  public static void retirePrevious(Path checkFile, SecretBox box) throws IOException {
    writeProofs(checkFile, List.of(proof(box)));
  }

  /** Replaces the file at once, so that a crash leaves the old one or the new one. */
  private static void writeProofs(Path checkFile, List<byte[]> proofs) throws IOException {
    Path next = checkFile.resolveSibling(checkFile.getFileName() + ".new");
    Files.deleteIfExists(next); // left by an interrupted run
    StringBuilder text = new StringBuilder();
    proofs.forEach(proof -> text.append(Base64.getEncoder().encodeToString(proof)).append('\n'));
    writePrivately(next, text.toString());
    Files.move(next, checkFile, StandardCopyOption.ATOMIC_MOVE);
  }

  private static byte[] proof(SecretBox box) {
    return box.seal("posthorn");
  }

  private static boolean opens(SecretBox box, byte[] proof) {
    try {
      box.open(proof);
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }
}
