package io.posthorn.app.demo;

import io.posthorn.receiver.Behaviour;
import io.posthorn.receiver.HttpReceiver;
import io.posthorn.receiver.PlannedResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/**
 * The demo's receivers: paths of one loopback receiver, each with its own behaviour, and a page
 * with a switch for each.
 */
final class DemoReceivers implements AutoCloseable {
  static final String CRM = "crm";
  static final String REPORTS = "weekly-report";
  static final String WAREHOUSE = "warehouse";
  static final String BILLING = "billing";
  static final String TICKETS = "old-tickets";
  static final String MAIL = "team-mail";
  static final String ARCHIVE = "archive";

  private static final Duration SLOW_DELAY = Duration.ofMillis(900);
  private static final PlannedResponse OK = PlannedResponse.OK.body("{\"ok\":true}");

  private final HttpReceiver receiver;
  private final SwitchPage page;

  private DemoReceivers(HttpReceiver receiver, SwitchPage page) {
    this.receiver = receiver;
    this.page = page;
  }

  static DemoReceivers start(Duration flapPeriod) throws IOException {
    List<SwitchedReceiver> all = all(flapPeriod);
    HttpReceiver.Builder receiver = HttpReceiver.builder().keep(0).behaviour(Behaviour.always(OK));
    all.forEach(one -> receiver.behaviour(one.path(), one));
    SwitchPage page = SwitchPage.start(all);
    try {
      return new DemoReceivers(receiver.start(), page);
    } catch (IOException e) {
      page.close();
      throw e;
    }
  }

  private static List<SwitchedReceiver> all(Duration flapPeriod) {
    return List.of(
        new SwitchedReceiver(CRM, "healthy", Behaviour.always(OK)),
        new SwitchedReceiver(REPORTS, "healthy", always(202, "{\"queued\":true}")),
        new SwitchedReceiver(
            WAREHOUSE,
            "a bit slow",
            Behaviour.always(PlannedResponse.OK.body("{\"stored\":true}").after(SLOW_DELAY))),
        new SwitchedReceiver(
            BILLING,
            "down and up, alternately",
            Behaviour.flapping(
                flapPeriod,
                PlannedResponse.status(503).body("{\"error\":\"down for maintenance\"}"),
                PlannedResponse.OK.body("{\"booked\":true}"))),
        new SwitchedReceiver(
            TICKETS,
            "always fails",
            always(500, "<h1>Internal error</h1><script>alert(1)</script>")),
        new SwitchedReceiver(
            MAIL,
            "asks to slow down, every fifth time",
            Behaviour.everyNth(
                5,
                PlannedResponse.status(429)
                    .body("{\"error\":\"slow down\"}")
                    .retryAfter(Duration.ofSeconds(1)),
                OK)),
        new SwitchedReceiver(ARCHIVE, "healthy, but its endpoint is paused", Behaviour.always(OK)));
  }

  private static Behaviour always(int status, String body) {
    return Behaviour.always(PlannedResponse.status(status).body(body));
  }

  /** The URL of a receiver. */
  String url(String name) {
    return receiver.url("/" + name);
  }

  /** The address of the page with the switches. */
  String switches() {
    return page.url();
  }

  @Override
  public void close() {
    page.close();
    receiver.close();
  }
}
