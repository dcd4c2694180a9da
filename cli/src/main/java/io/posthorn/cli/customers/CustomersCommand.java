package io.posthorn.cli.customers;

import io.posthorn.cli.CommandContext;
import io.posthorn.client.PosthornClient;
import io.posthorn.client.model.CustomerDetails;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The command {@code posthorn customers}. */
@Command(
    name = "customers",
    description = {
      "Lists customers, or shows, creates or deletes one.",
      "",
      "Needs an admin key for all customers. To act for a customer in other commands, use",
      "--customer or the variable POSTHORN_CUSTOMER."
    },
    subcommands = {
      ListCustomersCommand.class,
      ShowCustomerCommand.class,
      CreateCustomerCommand.class,
      DeleteCustomerCommand.class
    },
    footer = {
      "",
      "Examples:",
      "  posthorn customers",
      "  posthorn customers acme",
      "  posthorn customers create acme",
      "  posthorn customers delete acme"
    })
public final class CustomersCommand extends CustomerListCommand {
  @Parameters(arity = "0..1", paramLabel = "ID", description = "Show this customer.")
  private @Nullable String id;

  public CustomersCommand() {
    this(CommandContext.real());
  }

  public CustomersCommand(CommandContext context) {
    super(context);
  }

  @Override
  protected int run(PosthornClient posthorn) {
    return showOrList(id, shown -> show(posthorn, shown), posthorn);
  }

  private void show(PosthornClient posthorn, String shown) {
    CustomerDetails customer = posthorn.customers().get(shown);
    print(() -> CustomerLines.of(customer, posthorn, times()));
  }
}
