package io.posthorn.cli.backup;

import io.posthorn.cli.ApiCommand;
import io.posthorn.cli.CommandContext;
import io.posthorn.cli.CommandFailedException;
import io.posthorn.cli.terminal.Printable;
import io.posthorn.cli.terminal.TextTable;
import io.posthorn.cli.terminal.TextTable.Column;
import io.posthorn.client.PosthornClient;
import io.posthorn.client.model.BackupDetails;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
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
public final class BackupCommand extends ApiCommand {
  /** The file that makes a directory a whole backup; the server writes it last. */
  private static final String MANIFEST = "backup.json";

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

  public BackupCommand() {
    this(CommandContext.real());
  }

  public BackupCommand(CommandContext context) {
    super(context);
  }

  @Override
  protected int run(PosthornClient posthorn) throws CommandFailedException {
    if (list && (target != null || name != null || keep != null)) {
      throw usage("--list makes no backup: give it alone.");
    }
    if (keep != null && (keep < 1 || target != null)) {
      throw usage("--keep takes a number from 1 on, and is for data.backups: leave DIR out.");
    }
    return list ? list(posthorn) : make(posthorn);
  }

  private int make(PosthornClient posthorn) throws CommandFailedException {
    BackupDetails made = posthorn.backups().create(name);
    String answer = answer();
    String place = made.path();
    if (target != null) {
      place = move(Path.of(place), target.resolve(made.name())).toString();
      posthorn.backups().delete(made.name());
    }
    if (keep != null) {
      tidy(posthorn, keep);
    }
    out().println(json() ? answer : Printable.line(place));
    err()
        .println(
            Printable.line(
                "%s: %,d bytes. The encryption key is not in it: keep a copy in another place."
                    .formatted(made.name(), made.bytes())));
    return DONE;
  }

  /** By way of a hidden directory: what has its name is whole. */
  private static Path move(Path made, Path wanted) throws CommandFailedException {
    if (!Files.isRegularFile(made.resolve(MANIFEST))) {
      throw new CommandFailedException(
          "The backup is in %s of the server's machine, which cannot be read from here: copy it there."
              .formatted(Printable.line(made.toString())));
    }
    Path unfinished = wanted.resolveSibling("." + wanted.getFileName() + ".unfinished");
    try {
      if (Files.exists(wanted)) {
        throw new IOException(wanted + " is there already");
      }
      remove(unfinished);
      copy(made, unfinished);
      return Files.move(unfinished, wanted);
    } catch (IOException e) {
      throw new CommandFailedException(
          Printable.line(
              "The backup stays in %s, since it could not be moved: %s".formatted(made, e)));
    }
  }

  /** Copies a directory, and forces each file to disk: the original is deleted afterwards. */
  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> all = Files.walk(from)) {
      for (Path file : all.toList()) {
        Path copy = to.resolve(from.relativize(file).toString());
        if (Files.isDirectory(file)) {
          Files.createDirectories(copy);
          continue;
        }
        Files.copy(file, copy);
        try (FileChannel channel = FileChannel.open(copy, StandardOpenOption.WRITE)) {
          channel.force(true);
        }
      }
    }
  }

  /** Removes what an earlier command has left unfinished. */
  private static void remove(Path directory) throws IOException {
    if (!Files.exists(directory)) {
      return;
    }
    try (Stream<Path> all = Files.walk(directory)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }

  private static void tidy(PosthornClient posthorn, int keep) {
    posthorn.backups().list().stream()
        .skip(keep)
        .forEach(old -> posthorn.backups().delete(old.name()));
  }

  private int list(PosthornClient posthorn) {
    List<BackupDetails> backups = posthorn.backups().list();
    if (json()) {
      out().println(answer());
      return DONE;
    }
    TextTable table =
        new TextTable(
            Column.text("NAME"), Column.text("MADE"), Column.text("BYTES"), Column.wide("PATH"));
    for (BackupDetails backup : backups) {
      table.row(
          backup.name(),
          times().at(backup.createdAt()),
          String.valueOf(backup.bytes()),
          backup.path());
    }
    table.print(out());
    return DONE;
  }
}
