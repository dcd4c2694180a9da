package io.posthorn.app.console.browser;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import io.posthorn.app.demo.Scene;
import io.posthorn.app.demo.Tempo;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** The scene and the browser that all tests of the console share: both take seconds to start. */
final class Theatre implements AutoCloseable {
  private static final List<Path> PLACES =
      List.of(
          Path.of("/usr/bin/chromium"),
          Path.of("/usr/bin/chromium-browser"),
          Path.of("/usr/bin/google-chrome"));

  final Scene scene;
  private final Path directory;
  private final Playwright playwright;
  private final Browser browser;

  private Theatre(Path chromium) {
    PlaywrightAssertions.setDefaultAssertionTimeout(Visitor.PATIENCE);
    try {
      directory = Files.createTempDirectory("posthorn-console-test");
      PrintStream nowhere =
          new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
      scene = Scene.start(directory.resolve("data"), 0, Tempo.TESTING, "test", nowhere);
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

  Visitor visitor(Look look) {
    return new Visitor(browser, scene, look);
  }

  private static Optional<Path> chromium() {
    return PLACES.stream().filter(Files::isExecutable).findFirst();
  }

  @Override
  public void close() {
    browser.close();
    playwright.close();
    scene.close();
    try (Stream<Path> files = Files.walk(directory)) {
      files.sorted(Comparator.reverseOrder()).forEach(path -> path.toFile().delete());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Gives tests the theatre, or leaves them out where there is no browser. */
  static final class Ticket implements ParameterResolver {
    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
      return parameter.getParameter().getType() == Theatre.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
      Optional<Path> chromium = chromium();
      Assumptions.assumeTrue(
          chromium.isPresent(),
          "There is no Chromium here, so the console was not looked at: apt-get install chromium.");
      return context
          .getRoot()
          .getStore(ExtensionContext.Namespace.GLOBAL)
          .computeIfAbsent(
              Theatre.class, key -> new Theatre(chromium.orElseThrow()), Theatre.class);
    }
  }
}
