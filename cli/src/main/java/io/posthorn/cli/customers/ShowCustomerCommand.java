package io.posthorn.cli.customers;

import io.posthorn.cli.ApiCommand;
import io.posthorn.cli.CommandContext;
import io.posthorn.client.PosthornClient;
import io.posthorn.client.model.CustomerDetails;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The command {@code posthorn customers show}. */
@Command(
    name = "show",
    description = "Shows a customer: its delivery, endpoints and waiting messages.",
    footer = {"", "Examples:", "  posthorn customers show acme"})
public final class ShowCustomerCommand extends ApiCommand {
  @Parameters(paramLabel = "ID", description = "The customer.")
  private String id = "";

  public ShowCustomerCommand() {
    this(CommandContext.real());
  }

  public ShowCustomerCommand(CommandContext context) {
    super(context);
  }

  @Override
  protected int run(PosthornClient posthorn) {
    CustomerDetails customer = posthorn.customers().get(id);
    print(() -> CustomerLines.of(customer, posthorn, times()));
    return DONE;
  }
}
