package io.posthorn.testkit;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The output lines of a process. Only the first and the latest are kept, because a server under
 * load writes a line for each failed attempt.
 */
public final class OutputLines {
  private static final int FIRST = 1_000;
  private static final int LATEST = 50_000;

  private final List<String> first = new ArrayList<>();
  private final ArrayDeque<String> latest = new ArrayDeque<>();
  private final Thread reader;
  private boolean ended;

  /** Reads a stream to its end, in a separate thread. */
  public OutputLines(InputStream stream) {
    reader = Thread.ofPlatform().daemon().name("process-output").start(() -> read(stream));
  }

  private void read(InputStream stream) {
    try (BufferedReader in =
        new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
      String line;
      while ((line = in.readLine()) != null) {
        add(line);
      }
    } catch (IOException e) {
      add("(reading failed: " + e.getMessage() + ")");
    } finally {
      end();
    }
  }

  private synchronized void add(String line) {
    if (first.size() < FIRST) {
      first.add(line);
      notifyAll();
      return;
    }
    if (latest.size() == LATEST) {
      latest.removeFirst();
    }
    latest.addLast(line);
    notifyAll();
  }

  private synchronized void end() {
    ended = true;
    notifyAll();
  }

  /** The kept lines so far. */
  public synchronized List<String> all() {
    List<String> all = new ArrayList<>(first);
    all.addAll(latest);
    return all;
  }

  /** The first match of a pattern, among the first thousand lines. */
  public synchronized Optional<Matcher> find(Pattern pattern) {
    return first.stream().map(pattern::matcher).filter(Matcher::find).findFirst();
  }

  /** Waits for a match; empty if the stream ends or the time is up. */
  public synchronized Optional<Matcher> await(Pattern pattern, Duration atMost) {
    long deadline = System.nanoTime() + atMost.toNanos();
    Optional<Matcher> found = find(pattern);
    try {
      while (found.isEmpty() && !ended) {
        long left = (deadline - System.nanoTime()) / 1_000_000;
        if (left <= 0) {
          break;
        }
        wait(left);
        found = find(pattern);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return found;
  }

  /** Returns whether the stream has ended. */
  public synchronized boolean hasEnded() {
    return ended;
  }

  /** Waits until the stream has ended. */
  public void awaitEnd() throws InterruptedException {
    reader.join(Await.TIMEOUT);
  }

  @Override
  public String toString() {
    return String.join("\n", all());
  }
}
