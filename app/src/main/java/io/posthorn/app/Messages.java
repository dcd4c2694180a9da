package io.posthorn.app;

import io.posthorn.app.Table.Column;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command {@code posthorn messages}. */
@Command(
    name = "messages",
    description = "Lists messages, the newest first.",
    footer = {
      "",
      "Examples:",
      "  posthorn messages --status dropped --since 24h",
      "  posthorn messages --endpoint ep_0123456789abcdefghjkmnpqrs --limit 200",
      "  posthorn why msg_...                 (what one of them waits for)"
    })
public final class Messages extends ApiCommand {
  @Option(names = "--endpoint", paramLabel = "ID", description = "Only to this endpoint.")
  private @Nullable String endpoint;

  @Option(names = "--subscription", paramLabel = "ID", description = "Only of this subscription.")
  private @Nullable String subscription;

  @Option(
      names = "--status",
      paramLabel = "STATUS",
      description = "Only waiting, inFlight, delivered, dropped or cancelled ones.")
  private @Nullable String status;

  @Option(names = "--obj-id", paramLabel = "ID", description = "Only about this object.")
  private @Nullable String objId;

  @Option(
      names = "--since",
      paramLabel = "TIME",
      converter = DurationText.class,
      description = "Only those accepted within this time, such as 2h.")
  private @Nullable Duration since;

  @Option(
      names = "--limit",
      paramLabel = "N",
      defaultValue = "50",
      description = "At most so many; default ${DEFAULT-VALUE}.")
  private int limit;

  Messages() {
    this(Surroundings.real());
  }

  Messages(Surroundings surroundings) {
    super(surroundings);
  }

  @Override
  int run(ApiClient api) throws ApiException, InterruptedException {
    if (limit < 1) {
      throw usage("--limit must be at least 1.");
    }
    Moments moments = moments();
    String from = since == null ? null : moments.now().minus(since).toString();
    List<ApiReply> pages =
        new ApiPages(
                api,
                () ->
                    ApiPath.of("messages")
                        .with("endpoint", endpoint)
                        .with("subscription", subscription)
                        .with("status", status)
                        .with("objId", objId)
                        .with("from", from))
            .upTo(limit);
    if (json()) {
      pages.forEach(page -> out().println(page.raw()));
      return DONE;
    }
    print(pages, moments);
    return DONE;
  }

  private void print(List<ApiReply> pages, Moments moments) {
    Table table =
        new Table(
            Column.text("ID"),
            Column.text("ACCEPTED"),
            Column.wide("EVENT"),
            Column.number("TRIED"),
            Column.text("STATUS"),
            Column.wide("NEXT"));
    for (ApiReply page : pages) {
      for (ApiObject message : page.object().objects("data")) {
        table.row(
            message.text("id"),
            moments.at(message.moment("acceptedAt")),
            subject(message),
            String.valueOf(message.number("attemptCount")),
            message.text("status"),
            next(message, moments));
      }
    }
    if (table.isEmpty()) {
      out().println("There is no such message.");
    } else {
      table.print(out());
    }
  }

  static String subject(ApiObject message) {
    return String.join(
            " ", message.text("eventType"), message.text("objCode"), message.text("objId"))
        .strip();
  }

  /** What comes next; for an ended one, why it ended. */
  static String next(ApiObject message, Moments moments) {
    String waitsFor = message.text("waitsFor");
    return switch (waitsFor) {
      case "" -> message.text("reason");
      case "slot", "retryAfter" -> "at " + moments.at(message.moment("nextAttemptAt"));
      case "limit" -> "waits for a place";
      default -> "held: " + waitsFor;
    };
  }
}
