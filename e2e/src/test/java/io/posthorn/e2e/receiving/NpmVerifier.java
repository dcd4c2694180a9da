package io.posthorn.e2e.receiving;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.posthorn.e2e.environment.InstalledTool;
import io.posthorn.receiver.ReceivedRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The npm packages of Standard Webhooks and CloudEvents, in the versions of the lock file. Without
 * Node.js or a registry to install it from, the test is skipped with a message.
 */
public final class NpmVerifier {
  private static final Path SOURCES = Path.of("src/test/npm");

  private final Path directory;

  private NpmVerifier(Path directory) {
    this.directory = directory;
  }

  /** Installs the package into a directory. */
  public static NpmVerifier install(Path directory) {
    InstalledTool.require(directory, "apt-get install nodejs npm", "npm", "--version");
    try {
      for (String name :
          List.of("package.json", "package-lock.json", "verify.js", "cloudevents.js")) {
        Files.copy(SOURCES.resolve(name), directory.resolve(name));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    InstalledTool.Result installed =
        InstalledTool.run(
            directory, "", "npm", "ci", "--no-audit", "--no-fund", "--ignore-scripts");
    if (!installed.succeeded()) {
      InstalledTool.missing("npm could not install the package: " + installed.output());
    }
    return new NpmVerifier(directory);
  }

  /** The event of a message as the package of CloudEvents reads it, as JSON, or its complaint. */
  public String cloudEvent(ReceivedRequest delivery) {
    ObjectNode asked = new ObjectMapper().createObjectNode().put("body", delivery.body());
    asked.putObject("headers").put("content-type", delivery.header("content-type"));
    return InstalledTool.run(directory, asked.toString(), "node", "cloudevents.js").output();
  }

  /** The package's verdict on a message: {@code verified}, or the reason for its rejection. */
  public String verify(String secret, ReceivedRequest delivery) {
    ObjectNode asked = new ObjectMapper().createObjectNode();
    asked.put("secret", secret).put("body", delivery.body());
    ObjectNode headers = asked.putObject("headers");
    for (String name : List.of("webhook-id", "webhook-timestamp", "webhook-signature")) {
      headers.put(name, delivery.header(name));
    }
    return InstalledTool.run(directory, asked.toString(), "node", "verify.js").output();
  }
}
