package io.posthorn.e2e.environment;

import io.posthorn.e2e.client.Api;
import io.posthorn.e2e.client.Platform;
import io.posthorn.testkit.DirectoryTree;
import io.posthorn.testkit.ServerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * One server for all tests of a class, which use different object codes. When a test fails, the
 * server's output is shown.
 */
public final class RunningServer
    implements BeforeAllCallback, AfterAllCallback, AfterTestExecutionCallback {
  private final Map<String, String> settings = new TreeMap<>();
  private @Nullable ServerProcess server;

  /** A server with settings, as alternating keys and values. */
  public static RunningServer with(String... settings) {
    RunningServer running = new RunningServer();
    for (int i = 0; i < settings.length; i += 2) {
      running.settings.put(settings[i], settings[i + 1]);
    }
    return running;
  }

  @Override
  public void beforeAll(ExtensionContext context) throws IOException {
    server = PosthornJar.server(Files.createTempDirectory("posthorn-e2e")).with(settings);
    server.start();
  }

  @Override
  public void afterTestExecution(ExtensionContext context) {
    if (context.getExecutionException().isPresent()) {
      System.err.println(process().process());
    }
  }

  @Override
  public void afterAll(ExtensionContext context) {
    if (server != null) {
      server.close();
      DirectoryTree.delete(server.directory());
    }
  }

  public ServerProcess process() {
    if (server == null) {
      throw new IllegalStateException("It was not started.");
    }
    return server;
  }

  public Api api() {
    return Api.of(process());
  }

  public Platform platform() {
    return new Platform(api());
  }
}
