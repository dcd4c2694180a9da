package io.posthorn.cli.options;

import io.posthorn.client.PagedList;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options of a list: how many rows, and where to continue. */
public final class PageOptions {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command = CommandSpec.create();

  private int limit;

  @Option(
      names = "--cursor",
      paramLabel = "CURSOR",
      description = "Continue an earlier list, which printed this cursor.")
  private @Nullable String cursor;

  @Option(
      names = "--limit",
      paramLabel = "N",
      defaultValue = "50",
      description = "The maximum number of rows; default ${DEFAULT-VALUE}.")
  void limit(int rows) {
    if (rows < 1) {
      CommandLine line = command.commandLine();
      throw new ParameterException(line, "--limit must be at least 1.");
    }
    limit = rows;
  }

  /** Returns whether the list continues an earlier one. */
  public boolean isContinued() {
    return cursor != null;
  }

  /** The rows of a list that these options select. */
  public <T> PagedList<T> of(PagedList<T> list) {
    return list.pageSize(PagedList.MAX_PAGE_SIZE).limit(limit).startAt(cursor);
  }
}
