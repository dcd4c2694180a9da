package io.posthorn.cli.subscriptions;

import io.posthorn.cli.CommandContext;
import io.posthorn.cli.ListCommand;
import io.posthorn.cli.endpoints.EndpointText;
import io.posthorn.cli.output.Listing;
import io.posthorn.cli.output.TextTable.Column;
import io.posthorn.client.ApiErrorException;
import io.posthorn.client.PosthornClient;
import io.posthorn.client.model.EndpointSummary;
import io.posthorn.client.model.SubscriptionDetails;
import io.posthorn.client.request.SubscriptionFilter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The base of the commands that list subscriptions. */
abstract class SubscriptionListCommand extends ListCommand {
  @Option(
      names = "--endpoint",
      paramLabel = "ID",
      description = "Only subscriptions to this endpoint.")
  private @Nullable String endpoint;

  @Option(
      names = "--search",
      paramLabel = "TEXT",
      description = {
        "Only subscriptions with this in their description, URL, objId or OBJCODE.EVENTTYPE, or",
        "with this ID."
      })
  private @Nullable String search;

  SubscriptionListCommand(CommandContext context) {
    super(context);
  }

  @Override
  protected final boolean isFiltered() {
    return endpoint != null || search != null;
  }

  @Override
  protected void list(PosthornClient posthorn) {
    Map<String, Optional<EndpointSummary>> endpoints = new HashMap<>();
    print(
        page(
            posthorn
                .subscriptions()
                .list(SubscriptionFilter.builder().endpoint(endpoint).search(search).build())),
        new Listing<SubscriptionDetails>(
            isFiltered()
                ? "No subscriptions match."
                : "No subscriptions. Create one: posthorn subscriptions create --help",
            List.of(
                Column.text("ID"),
                Column.wide("EVENTS"),
                Column.wide("FILTERS"),
                Column.state("ENDPOINT"),
                Column.outcome("LAST"),
                Column.rest("URL")),
            subscription ->
                cells(
                    subscription,
                    endpoints.computeIfAbsent(
                        subscription.endpointId(), id -> find(posthorn, subscription)))));
  }

  private static Optional<EndpointSummary> find(
      PosthornClient posthorn, SubscriptionDetails subscription) {
    try {
      return Optional.of(
          posthorn
              .forCustomer(subscription.customerId())
              .endpoints()
              .get(subscription.endpointId())
              .summary());
    } catch (ApiErrorException e) {
      return Optional.empty();
    }
  }

  private List<String> cells(SubscriptionDetails subscription, Optional<EndpointSummary> sentTo) {
    return List.of(
        subscription.id(),
        SubscriptionLines.subject(subscription),
        subscription.filters().isEmpty() ? "-" : SubscriptionLines.filters(subscription),
        sentTo.map(EndpointText::status).orElse("-"),
        sentTo.map(one -> EndpointText.lastOutcome(one, times())).orElse("-"),
        subscription.url());
  }
}
