package io.posthorn.e2e.receiving;

import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.posthorn.receiver.ReceivedRequest;
import io.posthorn.testkit.Await;
import io.posthorn.testkit.OutputLines;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Standard Webhooks' npm package, in the version of our lock file. Where there is no node, or no
 * registry to install it from, the test that asks for it is skipped and says so.
 */
public final class NpmVerifier {
  private static final Path SOURCES = Path.of("src/test/npm");

  private final Path directory;

  private NpmVerifier(Path directory) {
    this.directory = directory;
  }

  /** Installs the package into a directory. */
  public static NpmVerifier install(Path directory) {
    assumeTrue(
        isThere("node", directory) && isThere("npm", directory),
        "node and npm are not on this machine: 'apt-get install nodejs npm'.");
    try {
      for (String name : List.of("package.json", "package-lock.json", "verify.js")) {
        Files.copy(SOURCES.resolve(name), directory.resolve(name));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Ended installed =
        run(directory, "", "npm", "ci", "--no-audit", "--no-fund", "--ignore-scripts");
    if (installed.code() != 0) {
      abort("npm could not install the package: " + installed.said());
    }
    return new NpmVerifier(directory);
  }

  /** What the package says to a message: {@code verified}, or why not. */
  public String verify(String secret, ReceivedRequest delivery) {
    ObjectNode asked = new ObjectMapper().createObjectNode();
    asked.put("secret", secret).put("body", delivery.body());
    ObjectNode headers = asked.putObject("headers");
    for (String name : List.of("webhook-id", "webhook-timestamp", "webhook-signature")) {
      headers.put(name, delivery.header(name));
    }
    return run(directory, asked.toString(), "node", "verify.js").said();
  }

  private record Ended(int code, String said) {}

  private static boolean isThere(String command, Path directory) {
    try {
      return run(directory, "", command, "--version").code() == 0;
    } catch (UncheckedIOException e) {
      return false;
    }
  }

  private static Ended run(Path directory, String input, String... command) {
    ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile());
    try {
      Process process = builder.redirectErrorStream(true).start();
      OutputLines said = new OutputLines(process.getInputStream());
      try (OutputStream in = process.getOutputStream()) {
        in.write(input.getBytes(StandardCharsets.UTF_8));
      }
      if (!process.waitFor(Await.TIMEOUT.toSeconds(), TimeUnit.SECONDS)) {
        process.destroyForcibly();
        return new Ended(-1, "no end after " + Await.TIMEOUT);
      }
      said.awaitEnd();
      return new Ended(process.exitValue(), said.toString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
