package io.posthorn.app;

import io.posthorn.app.Table.Column;
import java.time.Instant;
import picocli.CommandLine.Command;

/** The command {@code posthorn keys list}. */
@Command(
    name = "list",
    description = "Lists the keys, each by its first characters.",
    footer = {"", "Examples:", "  posthorn keys list"})
final class KeysList extends ApiCommand {
  /** It stands last, where a row that is too long does the least harm. */
  private static final int LONGEST_NAME = 40;

  KeysList() {
    this(Surroundings.real());
  }

  KeysList(Surroundings surroundings) {
    super(surroundings);
  }

  @Override
  int run(ApiClient api) throws ApiException, InterruptedException {
    ApiReply reply = api.get(ApiPath.of("keys"));
    if (json()) {
      out().println(reply.raw());
      return DONE;
    }
    Table table =
        new Table(
            Column.text("ID"),
            Column.text("BEGINS"),
            Column.text("ROLE"),
            Column.wide("CUSTOMER"),
            Column.text("EXPIRES"),
            Column.text("LAST USED"),
            Column.text("NAME"));
    for (ApiObject key : reply.object().objects("data")) {
      Instant expires = key.moment("expiresAt");
      Instant used = key.moment("lastUsedAt");
      table.row(
          key.text("id"),
          key.text("prefix"),
          key.text("role"),
          key.text("customerId"),
          expires == null ? "never" : moments().at(expires),
          used == null ? "never" : moments().at(used),
          Printable.line(key.text("name"), LONGEST_NAME));
    }
    table.print(out());
    return DONE;
  }
}
