package io.posthorn.core;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.ReentrantLock;
import java.util.logging.Logger;

/** One violation of each purity rule; the rules have to find them all. */
final class PurityViolations {
  private PurityViolations() {}

  static final class WallClock {
    long time() {
      return System.currentTimeMillis();
    }
  }

  static final class MonotonicClock {
    long time() {
      return System.nanoTime();
    }
  }

  static final class InstantNow {
    Instant time() {
      return Instant.now();
    }
  }

  static final class LocalNow {
    LocalDateTime time() {
      return LocalDateTime.now(ZoneOffset.UTC);
    }
  }

  static final class ClockOfJava {
    Clock clock() {
      return Clock.systemUTC();
    }
  }

  static final class RandomNumbers {
    int number() {
      return new Random().nextInt();
    }
  }

  static final class SecureNumbers {
    int number() {
      return new SecureRandom().nextInt();
    }
  }

  static final class ThreadsNumbers {
    int number() {
      return ThreadLocalRandom.current().nextInt();
    }
  }

  static final class MathRandom {
    double number() {
      return Math.random();
    }
  }

  static final class RandomId {
    UUID id() {
      return UUID.randomUUID();
    }
  }

  static final class IdentityHash {
    int hash(Object thing) {
      return System.identityHashCode(thing);
    }
  }

  static final class ThreadOfItsOwn {
    Thread thread() {
      return Thread.currentThread();
    }
  }

  static final class PerThread {
    final ThreadLocal<String> name = new ThreadLocal<>();
  }

  static final class Work {
    void run(Executor executor) {
      executor.execute(() -> {});
    }
  }

  static final class Lock {
    final ReentrantLock lock = new ReentrantLock();
  }

  static final class FileOnDisk {
    byte[] read(Path path) throws IOException {
      return Files.readAllBytes(path);
    }
  }

  static final class StreamOfBytes {
    int read(InputStream in) throws IOException {
      return in.read();
    }
  }

  static final class Network {
    void close(Socket socket) throws IOException {
      socket.close();
    }
  }

  static final class NameLookup {
    InetAddress[] addresses() throws IOException {
      return InetAddress.getAllByName("example.org");
    }
  }

  static final class Logging {
    void log() {
      Logger.getLogger("x").info("y");
    }
  }

  static final class Printing {
    void print() {
      System.out.println("x");
    }
  }

  static final class Environment {
    String home() {
      return System.getProperty("user.home");
    }
  }
}
