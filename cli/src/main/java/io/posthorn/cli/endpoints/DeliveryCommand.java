package io.posthorn.cli.endpoints;

import io.posthorn.cli.ApiCommand;
import io.posthorn.cli.CommandContext;
import io.posthorn.cli.CommandFailedException;
import io.posthorn.cli.terminal.TimeText;
import io.posthorn.client.PosthornClient;
import io.posthorn.client.model.CustomerOverview;
import io.posthorn.client.model.PauseStatus;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The base of commands that pause or resume delivery: of one endpoint, a customer or all. */
abstract class DeliveryCommand extends ApiCommand {
  @Parameters(arity = "0..1", paramLabel = "ID", description = "The endpoint.")
  private @Nullable String id;

  @Option(names = "--all", description = "All endpoints, of --customer or of all customers.")
  private boolean all;

  DeliveryCommand(CommandContext context) {
    super(context);
  }

  /** Acts on one endpoint; returns its state. */
  abstract String one(PosthornClient posthorn, String endpoint);

  /** Acts on all delivery; returns its state, or null if the user does not want it. */
  abstract @Nullable PauseStatus all(PosthornClient posthorn, Scope scope)
      throws CommandFailedException;

  @Override
  protected final int run(PosthornClient posthorn) throws CommandFailedException {
    if (all == (id != null)) {
      throw usage("Missing endpoint: give an ID, or --all for the delivery pause.");
    }
    if (id != null) {
      String state = one(posthorn, id);
      print(id + ": " + state);
      return DONE;
    }
    Scope scope = new Scope(customer());
    PauseStatus status = all(posthorn, scope);
    if (status == null) {
      return REFUSED;
    }
    print(scope.words(status));
    return DONE;
  }

  /**
   * The reach of a delivery pause.
   *
   * @param customer null for all customers
   */
  record Scope(@Nullable String customer) {
    PauseStatus pause(PosthornClient posthorn) {
      return customer == null
          ? posthorn.server().pauseDelivery()
          : posthorn.customers().pauseDelivery(customer);
    }

    PauseStatus resume(PosthornClient posthorn) {
      return customer == null
          ? posthorn.server().resumeDelivery()
          : posthorn.customers().resumeDelivery(customer);
    }

    /** The number of customers or endpoints, for a question. */
    String count(PosthornClient posthorn) {
      if (customer == null) {
        long customers = posthorn.customers().list().stream().count();
        return "all customers (" + customers + ")";
      }
      CustomerOverview overview = posthorn.server().overview();
      CustomerOverview.EndpointCounts endpoints = overview.endpoints();
      return "customer "
          + customer
          + (endpoints == null ? "" : " to " + TimeText.counted(endpoints.total(), "endpoint"));
    }

    String words(PauseStatus status) {
      String whose = customer == null ? "all customers" : "customer " + customer;
      if (customer != null && status.pausedForAll()) {
        return "Delivery of all customers is paused; posthorn resume --all, without a customer, resumes it.";
      }
      return status.paused()
          ? "Delivery of " + whose + " is paused; messages are held until posthorn resume --all."
          : "Delivery of " + whose + " is running.";
    }
  }
}
