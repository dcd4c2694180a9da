package io.posthorn.server.api;

import com.fasterxml.jackson.core.JsonGenerator;
import io.posthorn.core.directory.AuditEntry;
import io.posthorn.core.directory.Directory;
import io.posthorn.core.directory.Directory.AuditPosition;
import io.posthorn.core.directory.Directory.Audited;
import io.posthorn.core.store.Base32;
import io.posthorn.server.Engine;
import io.posthorn.server.Unreached;
import io.posthorn.server.http.Access;
import io.posthorn.server.http.Answer;
import io.posthorn.server.http.Call;
import io.posthorn.server.http.Route;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
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
    AuditPosition before =
        queries.read("cursor", AuditApi::position, "must be the nextCursor of the page before.");
    queries.done();
    String customerId = call.caller().key().customerId();
    Unreached unreached = new Unreached();
    List<Audited> found = new ArrayList<>();
    AuditPosition next = collect(unreached, customerId, before, call.limit(), found);
    return Listing.of(found, next == null ? null : text(next), AuditApi::fields, unreached);
  }

  /** Collects a page; says where the next one begins, or null where there is none. */
  private @Nullable AuditPosition collect(
      Unreached unreached,
      @Nullable String customerId,
      @Nullable AuditPosition before,
      int limit,
      List<Audited> found) {
    AuditPosition last = before;
    for (int examined = 0; examined < EXAMINED; examined += STEP) {
      AuditPosition from = last;
      AuditStep some =
          AuditStep.join(
              engine.readEach(unreached, view -> new Directory(view).audit(from, STEP)), STEP);
      for (List<Audited> lines : some.lines()) {
        List<Audited> meant = lines.stream().filter(line -> isFor(customerId, line)).toList();
        if (!found.isEmpty() && found.size() + meant.size() > limit) {
          return last;
        }
        last = lines.getFirst().position();
        found.addAll(meant);
      }
      if (!some.more()) {
        return null;
      }
    }
    return last;
  }

  private static boolean isFor(@Nullable String customerId, Audited line) {
    return customerId == null || Objects.equals(customerId, line.entry().customerId());
  }

  private static String text(AuditPosition position) {
    return Base32.encode128(position.at(), Integer.toUnsignedLong(position.number()));
  }

  private static Optional<AuditPosition> position(String text) {
    return Base32.parse128("", text, (at, number) -> new AuditPosition(at, (int) number));
  }

  private static void fields(JsonGenerator json, Audited line) throws IOException {
    AuditEntry entry = line.entry();
    json.writeStringField("id", text(line.position()));
    Times.write(json, "at", entry.at());
    json.writeStringField("who", entry.who());
    json.writeStringField("from", entry.from());
    json.writeStringField("action", entry.action());
    json.writeStringField("customerId", entry.customerId());
    json.writeStringField("target", entry.target());
    json.writeStringField("detail", entry.detail().isEmpty() ? null : entry.detail());
  }
}
