package io.posthorn.server.api.admin;

import com.fasterxml.jackson.core.JsonGenerator;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.engine.Engine;
import io.posthorn.server.api.common.AuditedChanges;
import io.posthorn.server.api.common.CustomerScope;
import io.posthorn.server.api.common.TimeJson;
import io.posthorn.server.http.Access;
import io.posthorn.server.http.Call;
import io.posthorn.server.http.CallResponse;
import io.posthorn.server.http.Problem;
import io.posthorn.server.http.Route;
import io.posthorn.server.secrets.EncryptionKeys;
import io.posthorn.server.secrets.SecretBox;
import java.io.IOException;
import java.time.Clock;
import java.util.List;

/**
 * {@code /encryption-key}: shows whether stored secrets still need a previous key, and seals them
 * with the current one.
 */
public final class EncryptionKeyApi {
  private static final String PATH = "/api/v1/encryption-key";

  private final AuditedChanges changes;
  private final SecretBox box;
  private final EncryptionKeys keys;
  private final ReencryptionJob job;

  public EncryptionKeyApi(
      Engine engine,
      AuditedChanges changes,
      Clock clock,
      SecretBox box,
      ReencryptionSettings reencryption) {
    this.changes = changes;
    this.box = box;
    keys = reencryption.keys();
    job = new ReencryptionJob(engine, box, clock, reencryption);
  }

  public List<Route> routes() {
    return List.of(
        Route.get(PATH, Access.ADMINISTER, this::show),
        Route.post(PATH + "/re-encrypt", Access.ADMINISTER, this::reencrypt).withoutBody());
  }

  private CallResponse show(Call call) {
    CustomerScope.everyCustomer(call);
    return CallResponse.ok(this::write);
  }

  /** Starts a re-encryption, unless one runs here. */
  private CallResponse reencrypt(Call call) {
    CustomerScope.everyCustomer(call);
    if (!job.isRunning()) {
      try {
        keys.reload();
      } catch (IOException e) {
        throw Problem.conflict(String.valueOf(e.getMessage())).asException();
      }
      note(call, "encryption-key.re-encrypt", "");
      job.start(result -> note(call, "encryption-key.re-encrypted", result));
    }
    return CallResponse.json(202, this::write);
  }

  private void note(Call call, String action, String detail) {
    changes.make(call, new AuditedChanges.What(action, null, "*", detail), Command.Note::new);
  }

  private void write(JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeNumberField("keys", box.size());
    json.writeBooleanField("previousNeeded", keys.needsPrevious());
    ReencryptionJob.Progress progress = job.progress();
    json.writeObjectFieldStart("reencryption");
    json.writeStringField("state", progress.state().text());
    TimeJson.write(json, "startedAt", progress.startedAt());
    TimeJson.write(json, "endedAt", progress.endedAt());
    json.writeNumberField("examined", progress.examined());
    json.writeNumberField("reencrypted", progress.reencrypted());
    json.writeNumberField("remaining", progress.remaining());
    json.writeNumberField("unreadable", progress.unreadable());
    json.writeStringField("error", progress.error());
    json.writeEndObject();
    json.writeEndObject();
  }
}
