package io.posthorn.e2e.receiving;

import static org.junit.jupiter.api.Assumptions.abort;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.posthorn.e2e.environment.InstalledTool;
import io.posthorn.receiver.ReceivedRequest;
import java.nio.file.Path;
import java.util.List;

/**
 * The PyPI package of Standard Webhooks. Without Python or an index to install it from, the test is
 * skipped with a message.
 */
public final class PypiVerifier {
  private static final Path SCRIPT = Path.of("src/test/python/standardwebhooks_verifier.py");

  private final Path directory;

  private PypiVerifier(Path directory) {
    this.directory = directory;
  }

  /** Installs the package into a directory. */
  public static PypiVerifier install(Path directory) {
    InstalledTool.require(
        directory, "apt-get install python3-venv", "python3", "-m", "venv", "venv");
    PypiVerifier verifier = new PypiVerifier(directory);
    InstalledTool.Result installed =
        InstalledTool.run(
            directory,
            "",
            verifier.python(),
            "-m",
            "pip",
            "install",
            "--quiet",
            "standardwebhooks==1.1.0");
    if (!installed.succeeded()) {
      abort("pip could not install the package: " + installed.output());
    }
    return verifier;
  }

  private String python() {
    return directory.resolve("venv/bin/python").toString();
  }

  /** The package's verdict on a message: {@code verified}, or the reason for its rejection. */
  public String verify(String secret, ReceivedRequest delivery) {
    ObjectNode asked = new ObjectMapper().createObjectNode();
    asked.put("secret", secret).put("body", delivery.body());
    ObjectNode headers = asked.putObject("headers");
    for (String name : List.of("webhook-id", "webhook-timestamp", "webhook-signature")) {
      headers.put(name, delivery.header(name));
    }
    return InstalledTool.run(
            directory, asked.toString(), python(), SCRIPT.toAbsolutePath().toString())
        .output();
  }
}
