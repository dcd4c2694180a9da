package io.posthorn.cli.customers;

import io.posthorn.cli.ApiCommand;
import io.posthorn.cli.CommandContext;
import io.posthorn.cli.options.PageOptions;
import io.posthorn.cli.output.Listing;
import io.posthorn.cli.output.TextTable.Column;
import io.posthorn.client.PosthornClient;
import io.posthorn.client.model.CustomerDetails;
import java.util.List;
import picocli.CommandLine.Mixin;

/** The base of the commands that list customers. */
abstract class CustomerListCommand extends ApiCommand {
  @Mixin private PageOptions page = new PageOptions();

  CustomerListCommand(CommandContext context) {
    super(context);
  }

  final boolean isContinued() {
    return page.isContinued();
  }

  @Override
  protected int run(PosthornClient posthorn) {
    print(
        page.of(posthorn.customers().list()),
        new Listing<>(
            "There are no customers. Create one: posthorn customers create ID",
            List.of(Column.text("ID"), Column.text("CREATED"), Column.state("DELIVERY")),
            this::cells));
    return DONE;
  }

  private List<String> cells(CustomerDetails customer) {
    return List.of(
        customer.id(), times().at(customer.createdAt()), CustomerLines.delivery(customer));
  }
}
