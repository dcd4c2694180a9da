package io.posthorn.server.access;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The last use of each API key, to the second. Calls cause no writes: a file next to the store is
 * written once a minute and at shutdown, so a crash loses at most one minute.
 */
public final class KeyLastUsed implements AutoCloseable {
  private static final Duration EVERY = Duration.ofMinutes(1);
  private static final long PRECISION_MILLIS = 1_000;

  private final Map<String, Long> lastUse = new ConcurrentHashMap<>();
  private final @Nullable Path file;
  private final Thread writing;
  private volatile boolean changed;

  private KeyLastUsed(@Nullable Path file) {
    this.file = file;
    this.writing = Thread.ofVirtual().name("posthorn-key-use").unstarted(this::write);
  }

  /** Creates an instance that forgets everything at exit. */
  public static KeyLastUsed inMemory() {
    return new KeyLastUsed(null);
  }

  /** Creates an instance backed by a file, which is created when needed. */
  public static KeyLastUsed in(Path file) throws IOException {
    KeyLastUsed use = new KeyLastUsed(file);
    if (Files.exists(file)) {
      // Ids are ASCII. This charset decodes any byte, so damage stays within its line.
      for (String line : Files.readAllLines(file, ISO_8859_1)) {
        use.read(line);
      }
    }
    use.writing.start();
    return use;
  }

  /** Skips damaged lines: the data is only informational. */
  private void read(String line) {
    String[] words = line.split(" ", 2);
    if (words.length == 2 && words[1].matches("\\d{1,18}")) {
      lastUse.put(words[0], Long.parseLong(words[1]));
    }
  }

  void note(String keyId, long now) {
    Long before = lastUse.get(keyId);
    if (before == null || now - before >= PRECISION_MILLIS) {
      lastUse.put(keyId, now);
      changed = true;
    }
  }

  /** Returns when a key was last used; 0 for never. */
  long of(String keyId) {
    return lastUse.getOrDefault(keyId, 0L);
  }

  private void write() {
    try {
      while (true) {
        Thread.sleep(EVERY);
        flush();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Writes pending changes. A failure is ignored until the next minute; the store reports disk
   * errors.
   */
  private synchronized void flush() {
    if (file == null || !changed) {
      return;
    }
    changed = false;
    StringBuilder lines = new StringBuilder();
    new TreeMap<>(lastUse)
        .forEach((id, at) -> lines.append(id).append(' ').append(at).append('\n'));
    Path fresh = file.resolveSibling(file.getFileName() + ".new");
    try {
      Files.writeString(fresh, lines);
      Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      changed = true;
    }
  }

  @Override
  public void close() {
    writing.interrupt();
    flush();
  }
}
