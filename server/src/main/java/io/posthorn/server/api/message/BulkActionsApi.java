package io.posthorn.server.api.message;

import com.fasterxml.jackson.core.JsonGenerator;
import io.posthorn.core.message.TimeRange;
import io.posthorn.core.shard.protocol.BulkJob;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.MessageSelection;
import io.posthorn.core.shard.protocol.SkipReason;
import io.posthorn.core.shard.read.BulkStatus;
import io.posthorn.engine.Engine;
import io.posthorn.server.api.common.AuditedChanges;
import io.posthorn.server.api.common.TimeJson;
import io.posthorn.server.api.endpoint.EndpointLookup;
import io.posthorn.server.http.Access;
import io.posthorn.server.http.Call;
import io.posthorn.server.http.CallResponse;
import io.posthorn.server.http.Problem;
import io.posthorn.server.http.Route;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * {@code /replays}, {@code /cancellations} and {@code /retries}: bulk jobs that replay, cancel,
 * retry or count messages in the background.
 */
public final class BulkActionsApi {
  private final Engine engine;
  private final AuditedChanges changes;
  private final EndpointLookup endpoints;
  private final JobId.Source ids;

  public BulkActionsApi(Engine engine, AuditedChanges changes, Clock clock) {
    this.engine = engine;
    this.changes = changes;
    endpoints = new EndpointLookup(engine);
    ids = new JobId.Source(clock);
  }

  public List<Route> routes() {
    List<Route> routes = new ArrayList<>();
    for (BulkJob.Action action : BulkJob.Action.values()) {
      routes.add(Route.post(path(action), Access.MANAGE, call -> start(call, action)));
      routes.add(Route.get(path(action) + "/{id}", Access.READ, call -> get(call, action)));
    }
    return routes;
  }

  private static String path(BulkJob.Action action) {
    return switch (action) {
      case REPLAY -> "/api/v1/replays";
      case CANCEL -> "/api/v1/cancellations";
      case RETRY -> "/api/v1/retries";
    };
  }

  private static String name(BulkJob.Action action) {
    return switch (action) {
      case REPLAY -> "messages.replay";
      case CANCEL -> "messages.cancel";
      case RETRY -> "messages.retry";
    };
  }

  private CallResponse start(Call call, BulkJob.Action action) {
    String customerId = call.customer();
    JobId id = ids.next(action);
    BulkJob job = new BulkRequest(endpoints, customerId, call.body()).job(id);
    changes.make(
        call,
        new AuditedChanges.What(
            name(action), customerId, id.toString(), job.preview() ? "preview" : ""),
        request -> new Command.StartBulk(request, job));
    BulkStatus status = find(customerId, id).orElseGet(() -> BulkStatus.begun(job));
    return CallResponse.json(202, json -> write(json, id, status))
        .with("Location", path(action) + "/" + id);
  }

  private CallResponse get(Call call, BulkJob.Action action) {
    String customerId = call.customer();
    JobId id = JobId.parse(action, call.path("id")).orElseThrow(() -> unknown(call));
    BulkStatus status = find(customerId, id).orElseThrow(() -> unknown(call));
    return CallResponse.ok(json -> write(json, id, status));
  }

  private Optional<BulkStatus> find(String customerId, JobId id) {
    return engine
        .reads()
        .bulkJob(customerId, id.number())
        .filter(status -> status.job().action() == id.action());
  }

  private static RuntimeException unknown(Call call) {
    return Problem.unknown("job", call.path("id")).asException();
  }

  private static void write(JsonGenerator json, JobId id, BulkStatus status) throws IOException {
    BulkJob job = status.job();
    MessageSelection meant = job.selection();
    json.writeStartObject();
    json.writeStringField("id", id.toString());
    json.writeStringField("endpoint", text(meant.endpoint()));
    json.writeStringField("subscription", text(meant.subscription()));
    json.writeStringField("objCode", meant.event().objCode());
    json.writeStringField("eventType", meant.event().eventType());
    json.writeStringField("objId", meant.event().objId());
    json.writeStringField("status", meant.status() == null ? null : meant.status().text());
    json.writeStringField("outcome", meant.outcome() == null ? null : meant.outcome().text());
    times(json, "from", "to", meant.accepted());
    times(json, "endedFrom", "endedTo", meant.ended());
    times(json, "attemptedFrom", "attemptedTo", meant.attempted());
    json.writeBooleanField("preview", job.preview());
    TimeJson.write(json, "createdAt", status.createdAt());
    json.writeNumberField("examined", status.examined());
    json.writeNumberField("taken", status.taken());
    writeSkipped(json, status.skipped());
    if (status.finishedAt() > 0) {
      json.writeNumberField("total", status.examined());
    } else {
      json.writeNullField(
          "total"); // unknown until the end: counting takes as long as the job itself
    }
    json.writeNumberField("share", status.share());
    json.writeBooleanField("finished", status.finishedAt() > 0);
    TimeJson.write(json, "finishedAt", status.finishedAt());
    json.writeEndObject();
  }

  private static void writeSkipped(JsonGenerator json, Map<SkipReason, Long> skipped)
      throws IOException {
    json.writeArrayFieldStart("skipped");
    for (Map.Entry<SkipReason, Long> entry : skipped.entrySet()) {
      json.writeStartObject();
      json.writeStringField("reason", entry.getKey().text());
      json.writeNumberField("count", entry.getValue());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static void times(JsonGenerator json, String first, String end, TimeRange times)
      throws IOException {
    json.writeStringField(first, times.from() == 0 ? null : TimeJson.text(times.from()));
    boolean open = times.to() == TimeRange.END_OF_TIME;
    json.writeStringField(end, open ? null : TimeJson.text(times.to()));
  }

  private static @Nullable String text(@Nullable Object id) {
    return Objects.toString(id, null);
  }
}
