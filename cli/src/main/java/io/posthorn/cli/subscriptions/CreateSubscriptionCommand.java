package io.posthorn.cli.subscriptions;

import io.posthorn.cli.ApiCommand;
import io.posthorn.cli.CommandContext;
import io.posthorn.cli.terminal.Printable;
import io.posthorn.client.PosthornClient;
import io.posthorn.client.model.SubscriptionDetails;
import io.posthorn.client.model.SubscriptionDetails.Warning;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The command {@code posthorn subscriptions create}. */
@Command(
    name = "create",
    description = {
      "Creates a subscription and prints it.",
      "",
      "Its signing secret is that of its endpoint; posthorn secret show prints it again."
    },
    footer = {
      "",
      "Examples:",
      "  posthorn subscriptions create --obj-code TASK --event-type UPDATE --to https://a.example/",
      "  posthorn subscriptions create --obj-code ORDER --event-type '*' --to https://a.example/ \\",
      "    --filter 'status eq paid' --filter 'total gte 100'"
    })
public final class CreateSubscriptionCommand extends ApiCommand {
  @Mixin private SubscriptionFields fields = new SubscriptionFields();

  public CreateSubscriptionCommand() {
    this(CommandContext.real());
  }

  public CreateSubscriptionCommand(CommandContext context) {
    super(context);
  }

  @Override
  protected int run(PosthornClient posthorn) {
    if (fields.objCode == null || fields.eventType == null || fields.url == null) {
      throw usage("Missing options: --obj-code, --event-type and --to are required.");
    }
    SubscriptionDetails made =
        posthorn
            .subscriptions()
            .create(
                SubscriptionRequests.create(
                    fields, fields.objCode, fields.eventType, fields.url, this::valueOrInput));
    print(
        () -> {
          List<String> lines = new ArrayList<>(SubscriptionLines.of(made, times()));
          if (made.signingSecret() != null) {
            lines.add("Secret       " + made.signingSecret());
          }
          return lines;
        });
    if (made.warnings() != null) {
      for (Warning warning : made.warnings()) {
        err().println(Printable.line("Warning: " + warning.detail()));
      }
    }
    return DONE;
  }

  @Override
  protected Map<String, String> flagNames() {
    return SubscriptionFields.FLAG_NAMES;
  }
}
