package io.posthorn.cli.customers;

import io.posthorn.cli.CommandContext;
import io.posthorn.cli.ListCommand;
import io.posthorn.cli.output.Listing;
import io.posthorn.cli.output.TextTable.Column;
import io.posthorn.client.PosthornClient;
import io.posthorn.client.model.CustomerDetails;
import java.util.List;

/** The base of the commands that list customers. */
abstract class CustomerListCommand extends ListCommand {
  CustomerListCommand(CommandContext context) {
    super(context);
  }

  @Override
  protected final boolean isFiltered() {
    return false;
  }

  @Override
  protected void list(PosthornClient posthorn) {
    print(
        page(posthorn.customers().list()),
        new Listing<>(
            "There are no customers. Create one: posthorn customers create ID",
            List.of(Column.text("ID"), Column.text("CREATED"), Column.state("DELIVERY")),
            this::cells));
  }

  private List<String> cells(CustomerDetails customer) {
    return List.of(
        customer.id(), times().at(customer.createdAt()), CustomerLines.delivery(customer));
  }
}
