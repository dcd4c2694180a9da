package io.posthorn.cli.audit;

import io.posthorn.cli.ApiCommand;
import io.posthorn.cli.CommandContext;
import io.posthorn.cli.options.PageOptions;
import io.posthorn.cli.output.Listing;
import io.posthorn.cli.output.TextTable.Column;
import io.posthorn.client.PosthornClient;
import io.posthorn.client.model.AuditRecord;
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
    footer = {"", "Examples:", "  posthorn audit", "  posthorn audit --customer acme --limit 200"})
public final class AuditCommand extends ApiCommand {
  @Mixin private PageOptions page = new PageOptions();

  public AuditCommand() {
    this(CommandContext.real());
  }

  public AuditCommand(CommandContext context) {
    super(context);
  }

  @Override
  protected int run(PosthornClient posthorn) {
    print(
        page.of(posthorn.server().audit()),
        new Listing<>(
            "No changes were made.",
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
