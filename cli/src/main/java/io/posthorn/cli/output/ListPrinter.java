package io.posthorn.cli.output;

import io.posthorn.cli.options.OutputFormat;
import io.posthorn.cli.output.TextTable.Column;
import io.posthorn.cli.terminal.Printable;
import io.posthorn.client.PagedList;
import io.posthorn.client.ResultPage;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The printer of lists: a table for users, or one document with all pages for scripts.
 *
 * @param response the last response of the server
 */
public record ListPrinter(
    PrintWriter out,
    PrintWriter err,
    OutputFormat format,
    TextColors colors,
    Supplier<String> response) {

  public <T> void print(PagedList<T> list, Listing<T> listing) {
    if (format == OutputFormat.table) {
      printTable(list, listing);
      return;
    }
    List<String> responses = new ArrayList<>();
    list.pages().forEach(page -> responses.add(response.get()));
    out.println(OutputDocument.ofPages(responses, format));
  }

  private <T> void printTable(PagedList<T> list, Listing<T> listing) {
    TextTable table = new TextTable(listing.columns().toArray(Column[]::new));
    @Nullable String cursor = null;
    for (ResultPage<T> page : list.pages()) {
      cursor = page.nextCursor();
      page.data().forEach(entry -> table.row(listing.cells().apply(entry)));
      for (String node : page.incomplete()) {
        err.println("The list is incomplete: " + Printable.line(node) + " did not respond.");
      }
    }
    if (table.isEmpty()) {
      out.println(listing.empty());
    } else {
      table.print(out, colors);
    }
    if (cursor != null) {
      out.flush();
      err.println("more: --cursor " + Printable.line(cursor));
    }
  }
}
