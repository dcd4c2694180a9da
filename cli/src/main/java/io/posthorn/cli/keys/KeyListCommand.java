package io.posthorn.cli.keys;

import io.posthorn.cli.ApiCommand;
import io.posthorn.cli.CommandContext;
import io.posthorn.cli.output.TextTable;
import io.posthorn.cli.output.TextTable.Column;
import io.posthorn.cli.terminal.Printable;
import io.posthorn.client.PosthornClient;
import io.posthorn.client.model.KeyDetails;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The base of the commands that list keys. */
public abstract class KeyListCommand extends ApiCommand {
  /** The last column, where an overlong value does least harm. */
  private static final int LONGEST_NAME = 40;

  protected KeyListCommand(CommandContext context) {
    super(context);
  }

  @Override
  protected int run(PosthornClient posthorn) {
    List<KeyDetails> keys = posthorn.keys().list();
    if (!isTable()) {
      printDocument(response());
      return DONE;
    }
    // The API lists keys in the order in which they are stored.
    List<KeyDetails> oldestFirst =
        keys.stream()
            .sorted(
                Comparator.comparing(
                    KeyDetails::createdAt, Comparator.nullsFirst(Comparator.naturalOrder())))
            .toList();
    TextTable table =
        new TextTable(
            Column.text("ID"),
            Column.text("BEGINS"),
            Column.text("ROLE"),
            Column.wide("CUSTOMER"),
            Column.text("EXPIRES"),
            Column.text("LAST USED"),
            Column.text("NAME"));
    for (KeyDetails key : oldestFirst) {
      table.row(
          key.id(),
          key.prefix(),
          key.roleName(),
          key.customerId(),
          orNever(key.expiresAt()),
          orNever(key.lastUsedAt()),
          Printable.line(key.name(), LONGEST_NAME));
    }
    table.print(out());
    return DONE;
  }

  private String orNever(@Nullable Instant time) {
    return time == null ? "never" : times().at(time);
  }
}
