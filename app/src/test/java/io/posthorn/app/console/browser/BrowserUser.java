package io.posthorn.app.console.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.LocatorAssertions;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ReducedMotion;
import io.posthorn.app.demo.DemoInstallation;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;

/**
 * A user with their own browser session. Page errors and requests to other servers are recorded as
 * faults.
 */
final class BrowserUser implements AutoCloseable {
  /** Generous, for busy machines. */
  static final double TIMEOUT = 30_000;

  /** The browser logs every response from 400 on; these are expected. */
  private static final Pattern REFUSED =
      Pattern.compile("Failed to load resource: the server responded with a status of 4\\d\\d.*");

  final BrowserContext context;
  final Page page;
  final List<String> faults = new CopyOnWriteArrayList<>();
  private final DemoInstallation demo;

  BrowserUser(Browser browser, DemoInstallation demo, Viewport viewport) {
    this.demo = demo;
    context =
        browser.newContext(
            new Browser.NewContextOptions()
                .setViewportSize(viewport.width, viewport.height)
                .setColorScheme(viewport.scheme)
                .setReducedMotion(ReducedMotion.REDUCE));
    context.setDefaultTimeout(TIMEOUT);
    page = context.newPage();
    page.onConsoleMessage(
        message -> {
          boolean bad = message.type().equals("error") || message.type().equals("warning");
          if (bad && !REFUSED.matcher(message.text()).matches()) {
            faults.add(message.type() + ": " + message.text());
          }
        });
    page.onPageError(error -> faults.add("page error: " + error));
    page.onRequest(
        request -> {
          if (!request.url().startsWith(demo.address() + "/")
              && !request.url().startsWith("data:")) {
            faults.add("request to another host: " + request.url());
          }
          if (request.url().contains("/subscriptions?") && request.url().contains("limit=1000")) {
            faults.add("a page loads all subscriptions: " + request.url());
          }
        });
  }

  /** Opens the console and logs in. */
  BrowserUser logIn(String key) {
    page.navigate(demo.address() + "/");
    return enterKey(key);
  }

  /** Logs in on the page that is open. */
  BrowserUser enterKey(String key) {
    page.getByLabel("Key", new Page.GetByLabelOptions().setExact(true)).fill(key);
    page.getByRole(AriaRole.BUTTON, named("Log in")).click();
    return this;
  }

  BrowserUser logIn() {
    logIn(demo.key());
    heading("Overview");
    return this;
  }

  /** Goes to a page of the console by its address. */
  BrowserUser go(String path) {
    awaitHistory();
    page.navigate(demo.address() + "/#" + path);
    return this;
  }

  /** Waits until the history entry of a closed dialog is gone: the browser removes it later. */
  void awaitHistory() {
    page.waitForFunction(
        "() => !history.state?.dialog || document.querySelector('dialog[open]') !== null");
  }

  /** Reloads the page once no dialog and no history entry of one is left, which abort a reload. */
  BrowserUser reload() {
    assertThat(dialog()).hasCount(0, patient());
    awaitHistory();
    page.reload();
    return this;
  }

  /** Waits until a page with this heading has loaded. */
  BrowserUser heading(String text) {
    assertThat(page.getByRole(AriaRole.HEADING, new Page.GetByRoleOptions().setLevel(1)))
        .containsText(text, new LocatorAssertions.ContainsTextOptions().setTimeout(TIMEOUT));
    assertThat(page.locator("main .skeleton")).hasCount(0, patient());
    return this;
  }

  Locator button(String name) {
    return page.getByRole(AriaRole.BUTTON, named(name));
  }

  Locator link(String name) {
    return page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName(name).setExact(true));
  }

  Locator dialog() {
    return page.getByRole(AriaRole.DIALOG);
  }

  /** A button of the open dialog. */
  Locator response(String name) {
    return dialog()
        .getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName(name).setExact(true));
  }

  Locator field(String label) {
    return page.getByLabel(label, new Page.GetByLabelOptions().setExact(true));
  }

  /** Waits until a text is visible. */
  void sees(String text) {
    assertThat(page.getByText(text).first()).isVisible(visible());
  }

  private static Page.GetByRoleOptions named(String name) {
    return new Page.GetByRoleOptions().setName(name).setExact(true);
  }

  static LocatorAssertions.HasCountOptions patient() {
    return new LocatorAssertions.HasCountOptions().setTimeout(TIMEOUT);
  }

  static LocatorAssertions.IsVisibleOptions visible() {
    return new LocatorAssertions.IsVisibleOptions().setTimeout(TIMEOUT);
  }

  /**
   * Polls the API in the user's session until a path such as data.0.id has a value, because the
   * demo runs on its own.
   */
  String ask(String path, String where) {
    return await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> valueAt(path, where), value -> !value.equals("null"));
  }

  /** The id of the listed message with the most attempts, once there is one. */
  String mostAttempted(String path) {
    return await()
        .atMost(Duration.ofSeconds(30))
        .until(
            () ->
                String.valueOf(
                    page.evaluate(
                        """
                        async path => {
                          const response = await (await fetch('/api/v1' + path, {headers: {'X-Customer-Id': 'default'}})).json();
                          const byAttempts = response.data.sort((a, b) => b.attemptCount - a.attemptCount);
                          return byAttempts.length === 0 ? null : byAttempts[0].id;
                        }\
                        """,
                        path)),
            id -> !id.equals("null"));
  }

  /** The id of the endpoint whose URL has this ending; tests may have created others. */
  String endpoint(String path) {
    return String.valueOf(
        page.evaluate(
            """
            async path => {
              const response = await (await fetch('/api/v1/endpoints?limit=1000', {headers: {'X-Customer-Id': 'default'}})).json();
              return response.data.find(endpoint => endpoint.url.endsWith(path)).id;
            }\
            """,
            path));
  }

  private String valueAt(String path, String where) {
    return String.valueOf(
        page.evaluate(
            """
            async ([path, where]) => {
              const response = await (await fetch('/api/v1' + path, {headers: {'X-Customer-Id': 'default'}})).json();
              return where.split('.').reduce((value, key) => value?.[key], response);
            }\
            """,
            List.of(path, where)));
  }

  @Override
  public void close() {
    context.close();
  }
}
