package io.posthorn.server.api.admin;

import com.fasterxml.jackson.core.JsonGenerator;
import io.posthorn.core.form.JsonForm;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.server.api.common.AuditedChanges;
import io.posthorn.server.api.common.CustomerScope;
import io.posthorn.server.api.common.TimeCursor;
import io.posthorn.server.api.common.TimeJson;
import io.posthorn.server.backup.Backup;
import io.posthorn.server.backup.BackupArchive;
import io.posthorn.server.backup.Backups;
import io.posthorn.server.backup.NoBackupException;
import io.posthorn.server.http.Access;
import io.posthorn.server.http.Call;
import io.posthorn.server.http.CallResponse;
import io.posthorn.server.http.ErrorCode;
import io.posthorn.server.http.Problem;
import io.posthorn.server.http.Route;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code /backups}: creates, lists, sends and deletes backups of the running server. */
public final class BackupsApi {
  private static final String ALL = "/api/v1/backups";
  private static final int LONGEST_NAME = 64;

  private final @Nullable Backups backups;
  private final String advice;
  private final AuditedChanges changes;

  /**
   * Creates the routes.
   *
   * @param backups null if the data is not on this machine
   * @param advice the engine's sentence for that case
   */
  public BackupsApi(@Nullable Backups backups, String advice, AuditedChanges changes) {
    this.backups = backups;
    this.advice = advice;
    this.changes = changes;
  }

  public List<Route> routes() {
    return List.of(
        Route.post(ALL, Access.ADMINISTER, this::create),
        Route.get(ALL, Access.ADMINISTER, this::list).asking("limit", "cursor"),
        Route.get(ALL + "/{id}/content", Access.ADMINISTER, this::content),
        Route.delete(ALL + "/{id}", Access.ADMINISTER, this::delete));
  }

  private CallResponse create(Call call) {
    CustomerScope.everyCustomer(call);
    Backups here = here();
    String wanted = name(call.body());
    try {
      Backup made = here.make(wanted, name -> note(call, "backup.create", name));
      return CallResponse.json(
          201,
          json -> {
            json.writeStartObject();
            fields(json, made);
            json.writeEndObject();
          });
    } catch (NoBackupException e) {
      Problem problem =
          e.isFull()
              ? Problem.of(ErrorCode.STORAGE_FULL, e.sentence())
              : Problem.conflict(e.sentence());
      throw problem.asException();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static @Nullable String name(byte[] body) {
    if (body.length == 0) {
      return null;
    }
    JsonForm fields = JsonForm.read(body);
    String name = fields.text("name", LONGEST_NAME).orElse(null);
    if (name != null && !Backups.isName(name)) {
      fields.wrong(
          "name",
          "must consist of letters, digits, dots, dashes and underscores, and must not start with a"
              + " dot.");
    }
    fields.done();
    return name;
  }

  private CallResponse list(Call call) {
    CustomerScope.everyCustomer(call);
    try {
      return TimeCursor.newestFirst(
          call,
          here().list(),
          backup -> new TimeCursor(backup.createdAt(), backup.name()),
          BackupsApi::fields);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Sends a backup as one file, so that it can leave the machine. */
  private CallResponse content(Call call) {
    CustomerScope.everyCustomer(call);
    Backup backup = find(call);
    note(call, "backup.download", backup.name());
    return CallResponse.streaming(
            BackupArchive.CONTENT_TYPE, out -> BackupArchive.write(backup, out))
        .with("Content-Disposition", "attachment; filename=\"" + backup.name() + ".zip\"")
        .with("Cache-Control", "no-store");
  }

  private Backup find(Call call) {
    String name = call.path("id");
    return here().find(name).orElseThrow(() -> Problem.unknownHere("backup", name).asException());
  }

  private CallResponse delete(Call call) {
    CustomerScope.everyCustomer(call);
    Backup backup = find(call);
    note(call, "backup.delete", backup.name());
    try {
      here().delete(backup);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return CallResponse.empty(204);
  }

  private Backups here() {
    if (backups == null) {
      throw Problem.of(ErrorCode.UNSUPPORTED_BY_ENGINE, advice).asException();
    }
    return backups;
  }

  private void note(Call call, String action, String name) {
    changes.make(call, AuditedChanges.What.of(action, null, name), Command.Note::new);
  }

  private static void fields(JsonGenerator json, Backup backup) throws IOException {
    json.writeStringField("name", backup.name());
    json.writeStringField("path", backup.directory().toString());
    TimeJson.write(json, "createdAt", backup.createdAt());
    json.writeNumberField("bytes", backup.bytes());
    json.writeStringField("version", backup.version());
    json.writeBooleanField("encryptionKeyIncluded", false);
  }
}
