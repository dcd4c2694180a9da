package io.posthorn.server.api.admin;

import com.fasterxml.jackson.core.JsonGenerator;
import io.posthorn.core.directory.AuditEntry;
import io.posthorn.core.message.TimeRange;
import io.posthorn.engine.Engine;
import io.posthorn.engine.read.AuditPage;
import io.posthorn.engine.read.AuditPage.Line;
import io.posthorn.engine.read.AuditPage.Position;
import io.posthorn.engine.read.Partial;
import io.posthorn.server.api.common.ListResponse;
import io.posthorn.server.api.common.QueryParameters;
import io.posthorn.server.api.common.TimeJson;
import io.posthorn.server.http.Access;
import io.posthorn.server.http.Call;
import io.posthorn.server.http.CallResponse;
import io.posthorn.server.http.Route;
import java.io.IOException;
import java.util.List;

/** {@code /audit}: every change made through the API, newest first. */
public final class AuditApi {
  private final Engine engine;

  public AuditApi(Engine engine) {
    this.engine = engine;
  }

  public List<Route> routes() {
    return List.of(
        Route.get("/api/v1/audit", Access.ADMINISTER, this::list)
            .asking("from", "to", "limit", "cursor"));
  }

  private CallResponse list(Call call) {
    QueryParameters queries = new QueryParameters(call);
    Position behind = queries.read("cursor", Position::parse, QueryParameters.CURSOR_RULE);
    long from = queries.time("from", 0);
    long to = queries.time("to", TimeRange.END_OF_TIME);
    queries.done();
    String customerId = call.customerFilter().orElse(null);
    Partial<AuditPage> page =
        engine.reads().audit(new AuditPage.Selection(customerId, from, to), behind, call.limit());
    Position next = page.value().next();
    return ListResponse.of(
        page.map(AuditPage::lines), next == null ? null : next.toString(), AuditApi::fields);
  }

  private static void fields(JsonGenerator json, Line line) throws IOException {
    AuditEntry entry = line.entry();
    json.writeStringField("id", line.position().toString());
    TimeJson.write(json, "at", entry.at());
    json.writeStringField("who", entry.who());
    json.writeStringField("from", entry.from());
    json.writeStringField("action", entry.action());
    json.writeStringField("customerId", entry.customerId());
    json.writeStringField("target", entry.target());
    json.writeStringField("detail", entry.detail().isEmpty() ? null : entry.detail());
  }
}
