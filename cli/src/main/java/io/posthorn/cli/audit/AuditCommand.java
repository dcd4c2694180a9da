package io.posthorn.cli.audit;

import io.posthorn.cli.ApiCommand;
import io.posthorn.cli.CommandContext;
import io.posthorn.cli.options.ChangedOptions;
import io.posthorn.cli.options.PageOptions;
import io.posthorn.cli.output.Listing;
import io.posthorn.cli.output.TextTable.Column;
import io.posthorn.client.PosthornClient;
import io.posthorn.client.model.AuditRecord;
import io.posthorn.client.request.AuditFilter;
import java.util.List;
import java.util.Objects;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The command {@code posthorn audit}. */
@Command(
    name = "audit",
    description = {
      "Lists changes made through the API, the newest first.",
      "",
      "Needs an admin key. With --customer, only changes of that customer."
    },
    footer = {
      "",
      "Examples:",
      "  posthorn audit --since 24h",
      "  posthorn audit --customer acme --since 10:00 --until 11:00"
    })
public final class AuditCommand extends ApiCommand {
  @Mixin private ChangedOptions made = new ChangedOptions();
  @Mixin private PageOptions page = new PageOptions();

  public AuditCommand() {
    this(CommandContext.real());
  }

  public AuditCommand(CommandContext context) {
    super(context);
  }

  @Override
  protected int run(PosthornClient posthorn) {
    AuditFilter filter =
        AuditFilter.builder().from(made.from(context.clock())).to(made.to(context.clock())).build();
    print(
        page.of(posthorn.server().audit(filter)),
        new Listing<>(
            "No changes match.",
            List.of(
                Column.text("AT"),
                Column.wide("WHO"),
                Column.text("FROM"),
                Column.text("ACTION"),
                Column.text("CUSTOMER"),
                Column.rest("TARGET")),
            this::cells));
    return DONE;
  }

  private List<String> cells(AuditRecord change) {
    return List.of(
        times().at(change.at()),
        change.who(),
        change.from(),
        change.action(),
        Objects.requireNonNullElse(change.customerId(), "-"),
        change.detail() == null ? change.target() : change.target() + "  " + change.detail());
  }
}
