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
 * When each key was last used, to the second. A call costs no write: a file beside the store is
 * written once a minute and at the end, so that a crash forgets the last minute at most.
 */
public final class KeyUse implements AutoCloseable {
  private static final Duration EVERY = Duration.ofMinutes(1);
  private static final long PRECISION_MILLIS = 1_000;

  private final Map<String, Long> lastUse = new ConcurrentHashMap<>();
  private final @Nullable Path file;
  private final Thread writing;
  private volatile boolean changed;

  private KeyUse(@Nullable Path file) {
    this.file = file;
    this.writing = Thread.ofVirtual().name("posthorn-key-use").unstarted(this::write);
  }

  /** Kept as long as the process lives. */
  public static KeyUse inMemory() {
    return new KeyUse(null);
  }

  /** Kept in a file, which need not be there yet. */
  public static KeyUse in(Path file) throws IOException {
    KeyUse use = new KeyUse(file);
    if (Files.exists(file)) {
      // Ids are ASCII; of all charsets this one takes any byte, and damage stays in its line.
      for (String line : Files.readAllLines(file, ISO_8859_1)) {
        use.read(line);
      }
    }
    use.writing.start();
    return use;
  }

  /** A line that was damaged is as good as none: this is for people to look at. */
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

  /** When a key was last used; 0 where it never was. */
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

  /** Writes what changed. That it cannot is no reason to stop: the store says so loudly enough. */
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
