package io.posthorn.cli.subscriptions;

import io.posthorn.cli.CommandContext;
import io.posthorn.client.PosthornClient;
import io.posthorn.client.model.SubscriptionDetails;
import io.posthorn.client.request.SubscriptionUpdate;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code posthorn subscriptions edit}. */
@Command(
    name = "edit",
    description = {
      "Changes a subscription.",
      "",
      "Only the given options change. Filters replace all earlier ones. An empty text removes",
      "--obj-id, --auth-token or --description. A new URL moves the waiting messages to it."
    },
    footer = {
      "",
      "Examples:",
      "  posthorn subscriptions edit sub_... --to https://b.example/hook",
      "  posthorn subscriptions edit sub_... --filter 'status eq INP'",
      "  posthorn subscriptions edit sub_... --no-filters --description ''"
    })
public final class EditSubscriptionCommand extends SubscriptionCommand {
  @Mixin private SubscriptionFields fields = new SubscriptionFields();

  @Option(names = "--no-filters", description = "Remove all filters.")
  private boolean withoutFilters;

  public EditSubscriptionCommand() {
    this(CommandContext.real());
  }

  public EditSubscriptionCommand(CommandContext context) {
    super(context);
  }

  @Override
  int run(PosthornClient posthorn, String id) {
    if (withoutFilters && !fields.filters.isEmpty()) {
      throw usage("Give either --filter or --no-filters, not both.");
    }
    SubscriptionUpdate update =
        SubscriptionRequests.update(fields, withoutFilters, this::valueOrInput);
    if (update.fields().isEmpty()) {
      throw usage("Nothing to change: give at least one option, such as --to or --filter.");
    }
    SubscriptionDetails edited = posthorn.subscriptions().update(id, update);
    print(() -> SubscriptionLines.of(edited, times()));
    return DONE;
  }

  @Override
  protected Map<String, String> flagNames() {
    return SubscriptionFields.FLAG_NAMES;
  }
}
