package io.posthorn.cli.customers;

import io.posthorn.cli.ApiCommand;
import io.posthorn.cli.CommandContext;
import io.posthorn.cli.CommandFailedException;
import io.posthorn.cli.options.ConfirmOptions;
import io.posthorn.cli.terminal.ProgressBar;
import io.posthorn.cli.terminal.TimeText;
import io.posthorn.client.ApiErrorException;
import io.posthorn.client.PosthornClient;
import io.posthorn.client.model.CustomerDetails;
import io.posthorn.client.model.CustomerDetails.Erasing;
import io.posthorn.client.model.CustomerOverview;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The command {@code posthorn customers delete}. */
@Command(
    name = "delete",
    description = {
      "Deletes a customer and erases all it has.",
      "",
      "Its waiting messages are cancelled; its subscriptions, endpoints, events, messages and keys",
      "are erased. The server works in the background, and continues even if this command is",
      "stopped. It asks before it begins."
    },
    footer = {"", "Examples:", "  posthorn customers delete acme"})
public final class DeleteCustomerCommand extends ApiCommand {
  private static final Duration POLL_INTERVAL = Duration.ofMillis(500);

  @Parameters(paramLabel = "ID", description = "The customer.")
  private String id = "";

  @Mixin private ConfirmOptions confirmed = new ConfirmOptions();

  public DeleteCustomerCommand() {
    this(CommandContext.real());
  }

  public DeleteCustomerCommand(CommandContext context) {
    super(context);
  }

  @Override
  protected int run(PosthornClient posthorn) throws CommandFailedException, InterruptedException {
    requireConfirmable(confirmed, "");
    if (!confirmed.yes() && !confirm(confirmed, question(posthorn))) {
      return REFUSED;
    }
    CustomerDetails customer = posthorn.customers().delete(id);
    ProgressBar progress = new ProgressBar(err(), context.terminal(), "events erased");
    long erased = 0;
    String last = response();
    while (customer != null && customer.erasing() != null) {
      Erasing erasing = customer.erasing();
      erased = Math.max(erased, erasing.erasedEvents());
      last = response(); // the one after it only says that the customer is gone
      progress.show(erased, 0);
      context.sleep().sleep(POLL_INTERVAL);
      customer = find(posthorn);
    }
    progress.done();
    if (isTable()) {
      print("Customer " + id + " is deleted.");
    } else {
      printDocument(last);
    }
    return DONE;
  }

  private String question(PosthornClient posthorn) {
    CustomerOverview overview = posthorn.forCustomer(id).server().overview();
    CustomerOverview.EndpointCounts endpoints = overview.endpoints();
    CustomerOverview.WaitingCounts waiting = overview.waiting();
    return "Delete customer %s with %s and %s waiting? This cannot be undone."
        .formatted(
            id,
            TimeText.counted(endpoints == null ? 0 : endpoints.total(), "endpoint"),
            TimeText.counted(
                waiting == null
                    ? 0
                    : waiting.first() + waiting.retry() + waiting.order() + waiting.held(),
                "message"));
  }

  /** The customer while it is being erased; null once it is gone. */
  private @Nullable CustomerDetails find(PosthornClient posthorn) {
    try {
      return posthorn.customers().get(id);
    } catch (ApiErrorException e) {
      if (e.status() == 404) {
        return null;
      }
      throw e;
    }
  }
}
