package io.posthorn.app;

import io.posthorn.app.Follower.Changed;
import io.posthorn.core.json.CanonicalJson;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command {@code posthorn tail}. */
@Command(
    name = "tail",
    description = {
      "Follows what happens to messages from now on, until Ctrl-C.",
      "",
      "It prints a line for each attempt and each change of state, and looks at the newest 1,000",
      "messages every second. With --json it prints one line of JSON for each attempt, and nothing",
      "else."
    },
    footer = {
      "",
      "Examples:",
      "  posthorn tail",
      "  posthorn tail --endpoint ep_0123456789abcdefghjkmnpqrs"
    })
final class Tail extends ApiCommand {
  private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);

  /** Each costs a call of its own; past these, a look tells of states and not of attempts. */
  private static final int ATTEMPTS_READ = 50;

  @Option(names = "--endpoint", paramLabel = "ID", description = "Only to this endpoint.")
  private @Nullable String endpoint;

  @Option(names = "--subscription", paramLabel = "ID", description = "Only of this subscription.")
  private @Nullable String subscription;

  @Option(names = "--obj-id", paramLabel = "ID", description = "Only about this object.")
  private @Nullable String objId;

  Tail() {
    this(Surroundings.real());
  }

  Tail(Surroundings surroundings) {
    super(surroundings);
  }

  @Override
  int run(ApiClient api) throws ApiException {
    Follower follower =
        new Follower(
            new ApiPages(
                api,
                () ->
                    ApiPath.of("messages")
                        .with("endpoint", endpoint)
                        .with("subscription", subscription)
                        .with("objId", objId)));
    try {
      while (true) {
        show(api, follower.look());
        out().flush();
        surroundings.sleep().sleep(BETWEEN_LOOKS);
      }
    } catch (InterruptedException e) {
      return DONE;
    }
  }

  private void show(ApiClient api, List<Changed> changes)
      throws ApiException, InterruptedException {
    int read = 0;
    for (Changed change : changes) {
      ApiObject message = change.message();
      boolean tried = message.number("attemptCount") > change.attempts();
      if (change.isNew() && !tried && !json()) {
        line(message, message.moment("acceptedAt"), "accepted");
      }
      if (tried && read++ < ATTEMPTS_READ) {
        attempts(api.get(ApiPath.of("messages", message.text("id"))).object(), change.attempts());
      }
      if (!json()) {
        state(message);
      }
    }
  }

  private void attempts(ApiObject message, long before) {
    for (ApiObject attempt : message.objects("attempts")) {
      if (attempt.number("number") > before && json()) {
        out().println(CanonicalJson.of(AttemptLine.of(message, attempt)));
      } else if (attempt.number("number") > before) {
        String outcome = Story.outcome(attempt) + ", " + attempt.number("durationMillis") + " ms";
        String words =
            "%s %d: %s"
                .formatted(
                    attempt.flag("probe") ? "probe, attempt" : "attempt",
                    attempt.number("number"),
                    attempt.flag("success") ? paint().good(outcome) : paint().bad(outcome));
        line(message, attempt.moment("recordedAt"), words);
      }
    }
  }

  private void state(ApiObject message) {
    String next = Messages.next(message, moments());
    switch (message.text("status")) {
      case "waiting" -> line(message, moments().now(), "next " + next);
      case "inFlight" -> line(message, moments().now(), "on its way");
      case "delivered" -> line(message, message.moment("endedAt"), paint().good("delivered"));
      default ->
          line(
              message,
              message.moment("endedAt"),
              paint().bad(message.text("status")) + " (" + Printable.line(next) + ")");
    }
  }

  /** The words are ours and may be coloured; the rest came from elsewhere. */
  private void line(ApiObject message, @Nullable Instant at, String words) {
    out()
        .println(
            String.join(
                "  ",
                moments().at(at),
                Printable.line(message.text("id")),
                Printable.line(Messages.subject(message), 40),
                words));
  }
}
