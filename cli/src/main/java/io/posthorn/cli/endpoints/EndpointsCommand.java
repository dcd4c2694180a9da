package io.posthorn.cli.endpoints;

import io.posthorn.cli.ApiCommand;
import io.posthorn.cli.CommandContext;
import io.posthorn.cli.terminal.TextTable;
import io.posthorn.cli.terminal.TextTable.Column;
import io.posthorn.client.PagedList;
import io.posthorn.client.PosthornClient;
import io.posthorn.client.model.EndpointSummary;
import io.posthorn.client.request.EndpointFilter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code posthorn endpoints}. */
@Command(
    name = "endpoints",
    description = {
      "Lists endpoints, or shows one of them.",
      "",
      "For one endpoint: its circuit, its waiting messages, and its distance to each rule that",
      "would disable or freeze it."
    },
    footer = {
      "",
      "Examples:",
      "  posthorn endpoints",
      "  posthorn endpoints --status frozen",
      "  posthorn endpoints ep_0123456789abcdefghjkmnpqrs"
    })
public final class EndpointsCommand extends ApiCommand {
  @Parameters(arity = "0..1", paramLabel = "ID", description = "Show this endpoint.")
  private @Nullable String id;

  @Option(
      names = "--status",
      paramLabel = "STATUS",
      description = "Only enabled, disabled or frozen endpoints.")
  private @Nullable String status;

  @Option(names = "--paused", description = "Only paused endpoints.")
  private boolean paused;

  @Option(
      names = "--limit",
      paramLabel = "N",
      defaultValue = "1000",
      description = "The maximum number of rows; default ${DEFAULT-VALUE}.")
  private int limit;

  public EndpointsCommand() {
    this(CommandContext.real());
  }

  public EndpointsCommand(CommandContext context) {
    super(context);
  }

  @Override
  protected int run(PosthornClient posthorn) {
    if (limit < 1) {
      throw usage("--limit must be at least 1.");
    }
    if (id != null && (status != null || paused)) {
      throw usage("Give either an ID or list options, not both.");
    }
    if (id == null) {
      list(posthorn);
    } else {
      EndpointText endpoint = new EndpointText(posthorn.endpoints().get(id), times());
      if (json()) {
        out().println(response());
      } else {
        endpoint.lines().forEach(out()::println);
      }
    }
    return DONE;
  }

  private void list(PosthornClient posthorn) {
    PagedList<EndpointSummary> endpoints =
        posthorn
            .endpoints()
            .list(EndpointFilter.builder().statusName(status).paused(paused ? true : null).build())
            .pageSize(PagedList.MAX_PAGE_SIZE)
            .limit(limit);
    if (json()) {
      endpoints.pages().forEach(page -> out().println(response()));
      return;
    }
    TextTable table =
        new TextTable(
            Column.text("ID"),
            Column.text("STATUS"),
            Column.number("FAILED"),
            Column.number("IN A ROW"),
            Column.number("WAITING"),
            Column.wide("URL"));
    endpoints.forEach(endpoint -> row(table, endpoint));
    if (table.isEmpty()) {
      out().println("No endpoints match. Endpoints are created with subscriptions.");
    } else {
      table.print(out());
    }
  }

  private static void row(TextTable table, EndpointSummary endpoint) {
    EndpointSummary.Window window = endpoint.window();
    long waiting =
        endpoint.waiting().first() + endpoint.waiting().retry() + endpoint.waiting().order();
    table.row(
        endpoint.id(),
        endpoint.paused() ? endpoint.statusName() + ", paused" : endpoint.statusName(),
        window.attempts() == 0 ? "-" : EndpointText.percent(window.failureRate()),
        String.format(Locale.ROOT, "%,d", endpoint.consecutiveFailures()),
        String.format(Locale.ROOT, "%,d", waiting),
        endpoint.url());
  }
}
