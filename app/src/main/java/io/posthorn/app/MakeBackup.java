package io.posthorn.app;

import io.posthorn.app.Table.Column;
import io.posthorn.server.backup.Backup;
import io.posthorn.server.backup.FileTree;
import io.posthorn.server.http.JsonBody;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code posthorn backup}. */
@Command(
    name = "backup",
    description = {
      "Makes a backup of a running server.",
      "",
      "It takes an admin's key for all customers. The server writes it to its data.backups, and",
      "nowhere else. With DIR, on the server's machine, it is moved on from there to a directory",
      "of its name in DIR.",
      "",
      "The encryption key is not in it: keep a copy of the key in another place."
    },
    footer = {
      "",
      "Examples:",
      "  posthorn backup --keep 7",
      "  posthorn backup /mnt/backups",
      "  posthorn backup --list"
    })
final class MakeBackup extends ApiCommand {
  /** A store on another volume is copied, which takes its time. */
  private static final Duration PATIENCE = Duration.ofHours(6);

  private static final ApiPath BACKUPS = ApiPath.of("backups");

  @Parameters(
      paramLabel = "DIR",
      arity = "0..1",
      description = "Where to move it; default: it stays in the server's data.backups.")
  private @Nullable Path target;

  @Option(names = "--name", paramLabel = "NAME", description = "Its name; default: the moment.")
  private @Nullable String name;

  @Option(
      names = "--keep",
      paramLabel = "N",
      description = "Afterwards delete all in data.backups but the newest N.")
  private @Nullable Integer keep;

  @Option(names = "--list", description = "Only list the backups in data.backups.")
  private boolean list;

  MakeBackup() {
    this(Surroundings.real());
  }

  MakeBackup(Surroundings surroundings) {
    super(surroundings);
  }

  @Override
  int run(ApiClient api) throws ApiException, InterruptedException {
    if (list && (target != null || name != null || keep != null)) {
      throw usage("--list makes no backup: give it alone.");
    }
    if (keep != null && (keep < 1 || target != null)) {
      throw usage("--keep takes a number from 1 on, and is for data.backups: leave DIR out.");
    }
    return list ? list(api) : make(api);
  }

  private int make(ApiClient api) throws ApiException, InterruptedException {
    ApiReply reply = api.post(BACKUPS, wish().toBytes(), PATIENCE);
    ApiObject made = reply.object();
    String place = made.text("path");
    if (target != null) {
      place = move(Path.of(place), target.resolve(made.text("name"))).toString();
      api.delete(ApiPath.of("backups", made.text("name")));
    }
    if (keep != null) {
      tidy(api, keep);
    }
    if (json()) {
      out().println(reply.raw());
    } else {
      out().println(Printable.line(place));
    }
    err()
        .println(
            Printable.line(
                "%s: %,d bytes. The encryption key is not in it: keep a copy in another place."
                    .formatted(made.text("name"), made.number("bytes"))));
    return DONE;
  }

  private JsonBody wish() {
    return json -> {
      json.writeStartObject();
      if (name != null) {
        json.writeStringField("name", name);
      }
      json.writeEndObject();
    };
  }

  /** By way of a hidden directory: what has its name is whole. */
  private static Path move(Path made, Path wanted) throws ApiException {
    if (Backup.in(made).isEmpty()) {
      throw new ApiException(
          "The backup is in %s of the server's machine, which cannot be read from here: copy it there."
              .formatted(Printable.line(made.toString())));
    }
    Path unfinished = wanted.resolveSibling("." + wanted.getFileName() + ".unfinished");
    try {
      if (Files.exists(wanted)) {
        throw new IOException(wanted + " is there already");
      }
      FileTree.remove(unfinished);
      FileTree.copy(made, unfinished);
      return Files.move(unfinished, wanted);
    } catch (IOException e) {
      throw new ApiException(
          Printable.line(
              "The backup stays in %s, since it could not be moved: %s".formatted(made, e)));
    }
  }

  private static void tidy(ApiClient api, int keep) throws ApiException, InterruptedException {
    List<ApiObject> newestFirst = api.get(BACKUPS).object().objects("data");
    for (ApiObject old :
        newestFirst.subList(Math.min(keep, newestFirst.size()), newestFirst.size())) {
      api.delete(ApiPath.of("backups", old.text("name")));
    }
  }

  private int list(ApiClient api) throws ApiException, InterruptedException {
    ApiReply reply = api.get(BACKUPS);
    if (json()) {
      out().println(reply.raw());
      return DONE;
    }
    Table table =
        new Table(
            Column.text("NAME"), Column.text("MADE"), Column.text("BYTES"), Column.wide("PATH"));
    for (ApiObject backup : reply.object().objects("data")) {
      Instant made = backup.moment("createdAt");
      table.row(
          backup.text("name"),
          made == null ? "" : moments().at(made),
          String.valueOf(backup.number("bytes")),
          backup.text("path"));
    }
    table.print(out());
    return DONE;
  }
}
