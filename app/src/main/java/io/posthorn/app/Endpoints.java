package io.posthorn.app;

import io.posthorn.app.Table.Column;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code posthorn endpoints}. */
@Command(
    name = "endpoints",
    description = {
      "Lists the endpoints, or tells how one is.",
      "",
      "Of one: its circuit, what waits, and how close it is to each rule that would disable or",
      "freeze it."
    },
    footer = {
      "",
      "Examples:",
      "  posthorn endpoints",
      "  posthorn endpoints --status frozen",
      "  posthorn endpoints ep_0123456789abcdefghjkmnpqrs"
    })
public final class Endpoints extends ApiCommand {
  @Parameters(arity = "0..1", paramLabel = "ID", description = "Tell about this one.")
  private @Nullable String id;

  @Option(
      names = "--status",
      paramLabel = "STATUS",
      description = "Only those that are enabled, disabled or frozen.")
  private @Nullable String status;

  @Option(names = "--paused", description = "Only those that are paused.")
  private boolean paused;

  @Option(
      names = "--limit",
      paramLabel = "N",
      defaultValue = "1000",
      description = "At most so many; default ${DEFAULT-VALUE}.")
  private int limit;

  Endpoints() {
    this(Surroundings.real());
  }

  Endpoints(Surroundings surroundings) {
    super(surroundings);
  }

  @Override
  int run(ApiClient api) throws ApiException, InterruptedException {
    if (limit < 1) {
      throw usage("--limit must be at least 1.");
    }
    if (id != null && (status != null || paused)) {
      throw usage("Give an ID, or say which to list, not both.");
    }
    if (id == null) {
      list(api);
    } else {
      ApiReply reply = api.get(ApiPath.of("endpoints", id));
      if (json()) {
        out().println(reply.raw());
      } else {
        new EndpointReport(reply.object(), moments()).lines().forEach(out()::println);
      }
    }
    return DONE;
  }

  private void list(ApiClient api) throws ApiException, InterruptedException {
    List<ApiReply> pages =
        new ApiPages(
                api,
                () ->
                    ApiPath.of("endpoints")
                        .with("status", status)
                        .with("paused", paused ? "true" : null))
            .upTo(limit);
    if (json()) {
      pages.forEach(page -> out().println(page.raw()));
      return;
    }
    Table table =
        new Table(
            Column.text("ID"),
            Column.text("STATUS"),
            Column.number("FAILED"),
            Column.number("IN A ROW"),
            Column.number("WAITING"),
            Column.wide("URL"));
    for (ApiReply page : pages) {
      for (ApiObject endpoint : page.object().objects("data")) {
        row(table, endpoint);
      }
    }
    if (table.isEmpty()) {
      out().println("There is no such endpoint. They come with subscriptions.");
    } else {
      table.print(out());
    }
  }

  private static void row(Table table, ApiObject endpoint) {
    ApiObject waiting = endpoint.object("waiting");
    ApiObject window = endpoint.object("window");
    table.row(
        endpoint.text("id"),
        endpoint.flag("paused") ? endpoint.text("status") + ", paused" : endpoint.text("status"),
        window.number("attempts") == 0
            ? "-"
            : EndpointReport.percent(window.decimal("failureRate")),
        String.format(Locale.ROOT, "%,d", endpoint.number("consecutiveFailures")),
        String.format(Locale.ROOT, "%,d", waiting.number("first") + waiting.number("retry")),
        endpoint.text("url"));
  }
}
