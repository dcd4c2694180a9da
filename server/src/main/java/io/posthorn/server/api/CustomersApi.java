package io.posthorn.server.api;

import com.fasterxml.jackson.core.JsonGenerator;
import io.posthorn.core.directory.Directory;
import io.posthorn.core.event.Codes;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.read.CustomerReader;
import io.posthorn.core.store.ShardView;
import io.posthorn.server.Engine;
import io.posthorn.server.Unreached;
import io.posthorn.server.http.Access;
import io.posthorn.server.http.Answer;
import io.posthorn.server.http.Call;
import io.posthorn.server.http.Problem;
import io.posthorn.server.http.Route;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** {@code /customers}: makes them, lists them, and erases all that one has. */
public final class CustomersApi {
  private static final String ALL = "/api/v1/customers";
  private static final String ONE = ALL + "/{id}";

  private final Engine engine;
  private final Changes changes;

  public CustomersApi(Engine engine, Changes changes) {
    this.engine = engine;
    this.changes = changes;
  }

  /**
   * A customer as it stands.
   *
   * @param erasedEvents how far its erasing is; null where it is not being erased
   */
  private record Standing(String id, long createdAt, boolean paused, @Nullable Long erasedEvents) {}

  public List<Route> routes() {
    return List.of(
        Route.get(ALL, Access.ADMINISTER, this::list).asking("limit", "cursor"),
        Route.get(ONE, Access.ADMINISTER, this::get),
        Route.put(ONE, Access.ADMINISTER, this::put).withoutBody(),
        Route.delete(ONE, Access.ADMINISTER, this::delete));
  }

  private Answer list(Call call) {
    Scope.everyCustomer(call);
    int limit = call.limit();
    String behind = call.query("cursor").orElse("");
    Unreached unreached = new Unreached();
    List<String> some =
        engine.readEach(unreached, CustomersApi::known).stream()
            .flatMap(List::stream)
            .filter(id -> id.compareTo(behind) > 0)
            .distinct()
            .sorted()
            .limit(limit + 1L)
            .toList();
    List<String> page = some.subList(0, Math.min(limit, some.size()));
    String next = some.size() > limit ? page.getLast() : null;
    return Listing.of(standings(unreached, page), next, CustomersApi::fields, unreached);
  }

  /** Those that a shard knows of: one may be erased where its record was, and not yet elsewhere. */
  private static List<String> known(ShardView view) {
    List<String> known = new ArrayList<>(new Directory(view).customers());
    known.addAll(new CustomerReader(view).erasing());
    return known;
  }

  private Answer get(Call call) {
    Scope.everyCustomer(call);
    return answer(200, named(call));
  }

  private Answer put(Call call) {
    Scope.everyCustomer(call);
    String id = call.path("id");
    if (!Codes.isCustomerId(id)) {
      throw Problem.badField(
              "id",
              "A customer's id must be a letter or digit and up to 63 more letters, digits, '_',"
                  + " '.' or '-'.")
          .asException();
    }
    Optional<Standing> before = find(id);
    if (before.isPresent() && before.get().erasedEvents() != null) {
      throw Problem.conflict("The customer is being erased: try again when that is done.")
          .asException();
    }
    if (before.isPresent()) {
      return answer(200, before.get());
    }
    changes.make(
        call,
        Changes.What.of("customer.create", id, id),
        request -> new Command.PutCustomer(request, id));
    return answer(201, find(id).orElseThrow());
  }

  private Answer delete(Call call) {
    Scope.everyCustomer(call);
    Standing standing = named(call);
    if (standing.erasedEvents() != null) {
      return answer(202, standing);
    }
    if (isLast(standing.id())) {
      throw Problem.conflict("This is the last customer: make another one first.").asException();
    }
    changes.make(
        call,
        Changes.What.of("customer.erase", standing.id(), standing.id()),
        request -> new Command.EraseCustomer(request, standing.id()));
    // A customer with little is gone at once, and its record may be gone before the rest is.
    Long erased = find(standing.id()).map(Standing::erasedEvents).orElse(0L);
    return answer(202, new Standing(standing.id(), standing.createdAt(), false, erased));
  }

  /** Without any customer nobody could do anything; those being erased are as good as gone. */
  private boolean isLast(String id) {
    return engine.read(
        view ->
            new Directory(view)
                .customers().stream()
                    .filter(other -> !other.equals(id))
                    .allMatch(other -> new CustomerReader(view).erasedEvents(other) != null));
  }

  private Standing named(Call call) {
    return find(call.path("id")).orElseThrow(Scope::noSuchCustomer);
  }

  private Optional<Standing> find(String id) {
    Unreached unreached = new Unreached();
    Optional<Standing> found = standings(unreached, List.of(id)).stream().findFirst();
    if (!unreached.isEmpty()) {
      throw unreached.refusal();
    }
    return found;
  }

  /** Those that there are; one that only some shards have still to erase is there too. */
  private List<Standing> standings(Unreached unreached, List<String> ids) {
    List<List<Optional<Long>>> erased =
        engine.readEach(
            unreached,
            view ->
                ids.stream()
                    .map(id -> Optional.ofNullable(new CustomerReader(view).erasedEvents(id)))
                    .toList());
    return engine.read(
        unreached,
        view -> {
          CustomerReader reader = new CustomerReader(view);
          List<Standing> found = new ArrayList<>();
          for (int i = 0; i < ids.size(); i++) {
            int at = i;
            String id = ids.get(i);
            Long since = reader.since(id);
            Long gone =
                erased.stream()
                    .flatMap(each -> each.get(at).stream())
                    .reduce(Long::sum)
                    .orElse(null);
            if (since != null || gone != null) {
              found.add(new Standing(id, since == null ? 0 : since, reader.paused(id), gone));
            }
          }
          return found;
        });
  }

  private static Answer answer(int status, Standing standing) {
    return Answer.json(
        status,
        json -> {
          json.writeStartObject();
          fields(json, standing);
          json.writeEndObject();
        });
  }

  private static void fields(JsonGenerator json, Standing standing) throws IOException {
    Long erased = standing.erasedEvents();
    json.writeStringField("id", standing.id());
    Times.write(json, "createdAt", standing.createdAt());
    json.writeBooleanField("deliveryPaused", erased == null && standing.paused());
    if (erased == null) {
      json.writeNullField("erasing");
    } else {
      json.writeObjectFieldStart("erasing");
      json.writeNumberField("erasedEvents", erased);
      json.writeEndObject();
    }
  }
}
