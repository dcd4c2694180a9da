package io.posthorn.server.secrets;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Encryption keys that a test replaces as an operator replaces those of a key file. */
public final class ReplaceableKeys implements EncryptionKeys {
  private final SecretBox box;
  private final Path check;
  private volatile List<byte[]> next = List.of();

  /** The keys of a box. */
  public ReplaceableKeys(SecretBox box) {
    this.box = box;
    try {
      check = Files.createTempDirectory("posthorn-keys").resolve("check");
      KeyFile.check(check, box);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Writes the keys that are read at the next reload, the newest first. */
  public void write(byte[]... keys) {
    next = List.of(keys);
  }

  @Override
  public void reload() throws IOException {
    if (!next.isEmpty()) {
      KeyFile.check(check, new SecretBox(next));
      box.replaceKeys(next);
    }
  }

  @Override
  public boolean needsPrevious() throws IOException {
    return KeyFile.needsPrevious(check, box);
  }

  @Override
  public void retirePrevious() throws IOException {
    KeyFile.retirePrevious(check, box);
  }
}
