package io.posthorn.cli;

import io.posthorn.cli.options.PageOptions;
import io.posthorn.client.PagedList;
import io.posthorn.client.PosthornClient;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;

/** A command that prints a list; {@code posthorn NOUN ID} shows one entry instead. */
public abstract class ListCommand extends ApiCommand {
  @Mixin private PageOptions page = new PageOptions();

  protected ListCommand(CommandContext context) {
    super(context);
  }

  /** Returns whether an option selects some of the rows. */
  protected abstract boolean isFiltered();

  protected abstract void list(PosthornClient posthorn);

  @Override
  protected int run(PosthornClient posthorn) {
    list(posthorn);
    return DONE;
  }

  /** Shows the entry with an ID; without one, lists all. */
  protected final int showOrList(
      @Nullable String id, Consumer<String> show, PosthornClient posthorn) {
    if (id == null) {
      list(posthorn);
    } else if (isFiltered() || page.isContinued()) {
      throw usage("Give either an ID or list options, not both.");
    } else {
      show.accept(id);
    }
    return DONE;
  }

  /** The rows of a list that the options select. */
  protected final <T> PagedList<T> page(PagedList<T> list) {
    return page.of(list);
  }
}
