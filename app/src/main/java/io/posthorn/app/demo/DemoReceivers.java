package io.posthorn.app.demo;

import io.posthorn.receiver.Behaviour;
import io.posthorn.receiver.HttpReceiver;
import io.posthorn.receiver.PlannedResponse;
import java.io.IOException;
import java.time.Duration;

/** The demo's receivers: paths of one loopback receiver, each with its own behaviour. */
final class DemoReceivers {
  static final String HEALTHY = "/crm/healthy";
  static final String REPORTS = "/reports/healthy";
  static final String SLOW = "/warehouse/slow";
  static final String FLAPPING = "/billing/flapping";
  static final String DEAD = "/legacy/dead";
  static final String BUSY = "/mail/busy";
  static final String PAUSED = "/archive/paused";

  private static final Duration SLOW_DELAY = Duration.ofMillis(900);
  private static final PlannedResponse OK = PlannedResponse.OK.body("{\"ok\":true}");

  private DemoReceivers() {}

  static HttpReceiver start(Duration flapPeriod) throws IOException {
    return HttpReceiver.builder()
        .keep(0)
        .behaviour(Behaviour.always(OK))
        .behaviour(REPORTS, always(202, "{\"queued\":true}"))
        .behaviour(DEAD, always(500, "<h1>Internal error</h1><script>alert(1)</script>"))
        .behaviour(
            SLOW, Behaviour.always(PlannedResponse.OK.body("{\"stored\":true}").after(SLOW_DELAY)))
        .behaviour(
            BUSY,
            Behaviour.everyNth(
                5,
                PlannedResponse.status(429)
                    .body("{\"error\":\"slow down\"}")
                    .retryAfter(Duration.ofSeconds(1)),
                OK))
        .behaviour(
            FLAPPING,
            Behaviour.flapping(
                flapPeriod,
                PlannedResponse.status(503).body("{\"error\":\"down for maintenance\"}"),
                PlannedResponse.OK.body("{\"booked\":true}")))
        .start();
  }

  private static Behaviour always(int status, String body) {
    return Behaviour.always(PlannedResponse.status(status).body(body));
  }
}
