package io.posthorn.server.api;

import com.fasterxml.jackson.core.JsonGenerator;
import io.posthorn.core.directory.AuditEntry;
import io.posthorn.core.directory.Directory;
import io.posthorn.core.directory.Directory.AuditPosition;
import io.posthorn.server.Engine;
import io.posthorn.server.Unreached;
import io.posthorn.server.api.AuditStep.Line;
import io.posthorn.server.api.AuditStep.Place;
import io.posthorn.server.http.Access;
import io.posthorn.server.http.Answer;
import io.posthorn.server.http.Call;
import io.posthorn.server.http.Route;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** {@code /audit}: every change made through the API, newest first. */
public final class AuditApi {
  /** How many lines one page may look at, whatever few of them are the caller's. */
  private static final int EXAMINED = 10_000;

  private static final int STEP = 1_000;

  private final Engine engine;

  public AuditApi(Engine engine) {
    this.engine = engine;
  }

  public List<Route> routes() {
    return List.of(
        Route.get("/api/v1/audit", Access.ADMINISTER, this::list).asking("limit", "cursor"));
  }

  private Answer list(Call call) {
    Queries queries = new Queries(call);
    Place behind =
        queries.read("cursor", Place::parse, "must be the nextCursor of the page before.");
    queries.done();
    String customerId = call.caller().key().customerId();
    Unreached unreached = new Unreached();
    List<Line> found = new ArrayList<>();
    Place next = collect(unreached, customerId, behind, call.limit(), found);
    return Listing.of(found, next == null ? null : next.toString(), AuditApi::fields, unreached);
  }

  /** Collects a page; says where the next one begins, or null where there is none. */
  private @Nullable Place collect(
      Unreached unreached,
      @Nullable String customerId,
      @Nullable Place behind,
      int limit,
      List<Line> found) {
    Place last = behind;
    for (int examined = 0; examined < EXAMINED; examined += STEP) {
      Place from = last;
      AuditPosition before = from == null ? null : from.before();
      AuditStep some =
          AuditStep.join(
              engine.readEach(unreached, view -> new Directory(view).audit(before, STEP)),
              STEP,
              from);
      for (Line line : some.lines()) {
        if (found.size() == limit) {
          return last;
        }
        last = line.place();
        if (customerId == null || Objects.equals(customerId, line.audited().entry().customerId())) {
          found.add(line);
        }
      }
      if (!some.more()) {
        return null;
      }
    }
    return last;
  }

  private static void fields(JsonGenerator json, Line line) throws IOException {
    AuditEntry entry = line.audited().entry();
    json.writeStringField("id", line.place().toString());
    Times.write(json, "at", entry.at());
    json.writeStringField("who", entry.who());
    json.writeStringField("from", entry.from());
    json.writeStringField("action", entry.action());
    json.writeStringField("customerId", entry.customerId());
    json.writeStringField("target", entry.target());
    json.writeStringField("detail", entry.detail().isEmpty() ? null : entry.detail());
  }
}
