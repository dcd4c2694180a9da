package io.posthorn.cli.customers;

import io.posthorn.cli.ApiCommand;
import io.posthorn.cli.CommandContext;
import io.posthorn.client.PosthornClient;
import io.posthorn.client.model.CustomerDetails;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The command {@code posthorn customers create}. */
@Command(
    name = "create",
    description = "Creates a customer. Creating an existing one has no effect.",
    footer = {"", "Examples:", "  posthorn customers create acme"})
public final class CreateCustomerCommand extends ApiCommand {
  @Parameters(paramLabel = "ID", description = "The customer's ID.")
  private String id = "";

  public CreateCustomerCommand() {
    this(CommandContext.real());
  }

  public CreateCustomerCommand(CommandContext context) {
    super(context);
  }

  @Override
  protected int run(PosthornClient posthorn) {
    CustomerDetails customer = posthorn.customers().create(id);
    print(
        "Customer %s is ready. Create a key for it: posthorn keys create --role manager --scope %s"
            .formatted(customer.id(), customer.id()));
    return DONE;
  }
}
