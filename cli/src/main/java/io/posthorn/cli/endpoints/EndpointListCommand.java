package io.posthorn.cli.endpoints;

import io.posthorn.cli.CommandContext;
import io.posthorn.cli.ListCommand;
import io.posthorn.cli.output.Listing;
import io.posthorn.cli.output.TextTable.Column;
import io.posthorn.client.PosthornClient;
import io.posthorn.client.model.EndpointSummary;
import io.posthorn.client.request.EndpointFilter;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The base of the commands that list endpoints. */
abstract class EndpointListCommand extends ListCommand {
  /** The states of an endpoint; picocli shows these names. */
  enum Status {
    enabled,
    disabled,
    frozen
  }

  @Option(
      names = "--status",
      paramLabel = "STATUS",
      description = "Only endpoints in this state: ${COMPLETION-CANDIDATES}.")
  private @Nullable Status status;

  @Option(names = "--paused", description = "Only paused endpoints.")
  private boolean paused;

  @Option(
      names = "--search",
      paramLabel = "TEXT",
      description = "Only endpoints with this part in their URL.")
  private @Nullable String search;

  EndpointListCommand(CommandContext context) {
    super(context);
  }

  @Override
  protected final boolean isFiltered() {
    return status != null || paused || search != null;
  }

  @Override
  protected void list(PosthornClient posthorn) {
    EndpointFilter filter =
        EndpointFilter.builder()
            .statusName(status == null ? null : status.name())
            .paused(paused ? true : null)
            .search(search)
            .build();
    print(
        page(posthorn.endpoints().list(filter)),
        new Listing<>(
            "No endpoints match. Endpoints are created with subscriptions.",
            List.of(
                Column.text("ID"),
                Column.state("STATUS"),
                Column.number("FAILED"),
                Column.number("IN A ROW"),
                Column.number("WAITING"),
                Column.outcome("LAST"),
                Column.rest("URL")),
            this::cells));
  }

  private List<String> cells(EndpointSummary endpoint) {
    EndpointSummary.Window window = endpoint.window();
    long waiting =
        endpoint.waiting().first() + endpoint.waiting().retry() + endpoint.waiting().order();
    return List.of(
        endpoint.id(),
        EndpointText.status(endpoint),
        window.attempts() == 0 ? "-" : EndpointText.percent(window.failureRate()),
        String.format(Locale.ROOT, "%,d", endpoint.consecutiveFailures()),
        String.format(Locale.ROOT, "%,d", waiting),
        EndpointText.lastOutcome(endpoint, times()),
        endpoint.url());
  }
}
