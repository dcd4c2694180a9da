package io.posthorn.server.api.common;

import com.fasterxml.jackson.core.JsonGenerator;
import io.posthorn.engine.Engine;
import io.posthorn.engine.read.CustomerIds;
import io.posthorn.engine.read.Partial;
import io.posthorn.server.http.Call;
import io.posthorn.server.http.CallResponse;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Lists of one customer, or of all customers one after the other in the order of their ids. The
 * cursor of a list of all customers names a customer, and the position in its list if there is more
 * of it.
 */
public final class CustomerPages {
  /** The most customers that one page reads; each may take as long as a page of its own. */
  private static final int CUSTOMERS = 20;

  static final char SEPARATOR = '/';

  private CustomerPages() {}

  /** The JSON of one entry. */
  @FunctionalInterface
  public interface Entry {
    void write(JsonGenerator json) throws IOException;
  }

  /**
   * A page of one customer's list.
   *
   * @param next the cursor of the next page; null on the last one
   */
  public record Page(Partial<List<Entry>> entries, @Nullable String next, long historyFrom) {}

  /** Reads a page of one customer's list. */
  @FunctionalInterface
  public interface Source {
    /** Reads the page after a cursor; empty for the first page. */
    Page read(String customerId, Optional<String> cursor, int limit);
  }

  /** Returns the page that a call asks for. */
  public static CallResponse response(Call call, Engine engine, Source source) {
    return response(call, engine, source, () -> false);
  }

  /**
   * Returns the page that a call asks for.
   *
   * @param spent whether the page has read so much that no further customer is read for it
   */
  public static CallResponse response(
      Call call, Engine engine, Source source, BooleanSupplier spent) {
    Page page = read(call, engine, call.limit(), source, spent);
    return ListResponse.of(
        page.entries(), page.next(), (json, entry) -> entry.write(json), page.historyFrom());
  }

  /** Reads the page that a call asks for. */
  public static Page read(Call call, Engine engine, int limit, Source source) {
    return read(call, engine, limit, source, () -> false);
  }

  private static Page read(
      Call call, Engine engine, int limit, Source source, BooleanSupplier spent) {
    Optional<String> cursor = call.query("cursor");
    Optional<String> customer = call.listedCustomer();
    return customer.isPresent()
        ? source.read(customer.get(), cursor, limit)
        : readAll(engine, source, cursor.orElse(""), limit, spent);
  }

  private static Page readAll(
      Engine engine, Source source, String cursor, int limit, BooleanSupplier spent) {
    int split = cursor.indexOf(SEPARATOR);
    if (split < 0 && !cursor.isEmpty()) {
      throw QueryParameters.badCursor(cursor);
    }
    String done = split < 0 ? cursor : cursor.substring(0, split);
    String rest = split < 0 ? "" : cursor.substring(split + 1);
    CustomerIds some = engine.reads().customerIds(done, CUSTOMERS);
    List<String> ids = new ArrayList<>(some.ids());
    if (!rest.isEmpty() && engine.reads().customerExists(done)) {
      ids.addFirst(done);
    }
    List<Entry> entries = new ArrayList<>();
    TreeSet<String> unreachable = new TreeSet<>();
    long historyFrom = 0;
    String next = some.next() == null ? null : some.next() + SEPARATOR;
    for (String customerId : ids) {
      if (entries.size() == limit || spent.getAsBoolean()) {
        next = done + SEPARATOR;
        break;
      }
      boolean within = customerId.equals(done);
      Page page =
          source.read(
              customerId, within ? Optional.of(rest) : Optional.empty(), limit - entries.size());
      entries.addAll(page.entries().value());
      unreachable.addAll(page.entries().unreachable());
      historyFrom = Math.max(historyFrom, page.historyFrom());
      if (page.next() != null) {
        next = customerId + SEPARATOR + page.next();
        break;
      }
      done = customerId;
    }
    return new Page(new Partial<>(entries, List.copyOf(unreachable)), next, historyFrom);
  }
}
