package io.posthorn.app.console.browser;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import io.posthorn.app.boot.KafkaUnderTest;
import io.posthorn.app.demo.DemoInstallation;
import io.posthorn.app.demo.DemoPace;
import io.posthorn.server.EngineUnderTest;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** The demo and the browser that all tests of the console share: both take seconds to start. */
final class DemoBrowser implements AutoCloseable {
  private static final List<Path> CHROMIUM_PATHS =
      List.of(
          Path.of("/usr/bin/chromium"),
          Path.of("/usr/bin/chromium-browser"),
          Path.of("/usr/bin/google-chrome"));

  final DemoInstallation demo;
  private final Path directory;
  private final Playwright playwright;
  private final Browser browser;

  private DemoBrowser(Path chromium, DemoPace pace, String version) {
    PlaywrightAssertions.setDefaultAssertionTimeout(BrowserUser.TIMEOUT);
    try {
      directory = Files.createTempDirectory("posthorn-demo");
      PrintStream nowhere =
          new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
      Path data = directory.resolve("data");
      demo = DemoInstallation.start(data, 0, pace, engineSettings(data), version, nowhere);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    playwright =
        Playwright.create(
            new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
    browser =
        playwright
            .chromium()
            .launch(
                new BrowserType.LaunchOptions()
                    .setExecutablePath(chromium)
                    .setArgs(List.of("--no-sandbox", "--disable-dev-shm-usage")));
  }

  /** Starts a demo and a browser of a test's own. */
  static DemoBrowser start(DemoPace pace, String version) {
    return new DemoBrowser(chromium().orElseThrow(), pace, version);
  }

  /** The settings of the engine under test. */
  private static Map<String, String> engineSettings(Path data) {
    if (EngineUnderTest.chosen() == EngineUnderTest.EMBEDDED) {
      return DemoInstallation.ON_ONE_MACHINE;
    }
    Map<String, String> settings = new HashMap<>(KafkaUnderTest.settings(data));
    settings.put("POSTHORN_API_ADMIN_KEY", "an-admin-key-of-the-demo-0123456789");
    return settings;
  }

  BrowserUser user(Viewport viewport) {
    return new BrowserUser(browser, demo, viewport);
  }

  private static Optional<Path> chromium() {
    return CHROMIUM_PATHS.stream().filter(Files::isExecutable).findFirst();
  }

  @Override
  public void close() {
    browser.close();
    playwright.close();
    demo.close();
    try (Stream<Path> files = Files.walk(directory)) {
      files.sorted(Comparator.reverseOrder()).forEach(path -> path.toFile().delete());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Injects the demo and its browser; tests are skipped if there is no browser. */
  static final class Provider implements ExecutionCondition, ParameterResolver {
    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
      return chromium().isPresent()
          ? ConditionEvaluationResult.enabled("There is a Chromium.")
          : ConditionEvaluationResult.disabled(
              "There is no Chromium here, so the console was not tested: apt-get install"
                  + " chromium.");
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
      return parameter.getParameter().getType() == DemoBrowser.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
      return context
          .getRoot()
          .getStore(ExtensionContext.Namespace.GLOBAL)
          .computeIfAbsent(
              DemoBrowser.class, key -> start(DemoPace.TESTING, "test"), DemoBrowser.class);
    }
  }
}
