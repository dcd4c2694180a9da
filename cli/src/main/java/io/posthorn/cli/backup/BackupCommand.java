package io.posthorn.cli.backup;

import io.posthorn.cli.ApiCommand;
import io.posthorn.cli.CommandContext;
import io.posthorn.cli.CommandFailedException;
import io.posthorn.cli.options.OutputFormat;
import io.posthorn.cli.output.OutputDocument;
import io.posthorn.cli.output.TextTable;
import io.posthorn.cli.output.TextTable.Column;
import io.posthorn.cli.terminal.Printable;
import io.posthorn.client.PosthornClient;
import io.posthorn.client.model.BackupDetails;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code posthorn backup}. */
@Command(
    name = "backup",
    description = {
      "Backs up a running server.",
      "",
      "Needs an admin key for all customers. The server writes the backup to data.backups. With",
      "DIR, run this on the server's machine: the command then moves the backup to a directory of",
      "the same name in DIR.",
      "",
      "With --to, the command downloads the backup as one file, from any machine, and deletes it on",
      "the server. posthorn restore --from reads the file.",
      "",
      "The backup does not contain the encryption key: keep a copy of the key elsewhere."
    },
    footer = {
      "",
      "Examples:",
      "  posthorn backup --keep 7",
      "  posthorn backup /mnt/backups",
      "  posthorn backup --to - | ssh backup-host 'cat > posthorn.zip'",
      "  posthorn backup --list"
    })
public final class BackupCommand extends ApiCommand {
  /** The file that marks a complete backup; the server writes it last. */
  private static final String MANIFEST = "backup.json";

  private final OutputStream standardOutput;

  @Parameters(
      paramLabel = "DIR",
      arity = "0..1",
      description =
          "The directory to move the backup to; default: leave it in the server's data.backups.")
  private @Nullable Path target;

  @Option(
      names = "--name",
      paramLabel = "NAME",
      description = "The backup's name; default: the current time.")
  private @Nullable String name;

  @Option(
      names = "--keep",
      paramLabel = "N",
      description = "Then delete all but the newest N backups in data.backups.")
  private @Nullable Integer keep;

  @Option(
      names = "--to",
      paramLabel = "FILE",
      description = "Download the backup to this file; - for standard output.")
  private @Nullable String file;

  @Option(names = "--list", description = "List the backups in data.backups; make none.")
  private boolean list;

  public BackupCommand() {
    this(CommandContext.real());
  }

  public BackupCommand(CommandContext context) {
    this(context, new FileOutputStream(FileDescriptor.out));
  }

  BackupCommand(CommandContext context, OutputStream standardOutput) {
    super(context);
    this.standardOutput = standardOutput;
  }

  @Override
  protected int run(PosthornClient posthorn) throws CommandFailedException {
    if (list && (target != null || name != null || keep != null || file != null)) {
      throw usage("--list makes no backup; use it without other options.");
    }
    if (keep != null && (keep < 1 || target != null)) {
      throw usage("--keep must be at least 1, and applies to data.backups only: leave out DIR.");
    }
    if (file != null && (target != null || keep != null)) {
      throw usage("--to leaves no backup on the server: leave out DIR and --keep.");
    }
    if (file != null) {
      return download(posthorn, file);
    }
    return list ? list(posthorn) : make(posthorn);
  }

  private int download(PosthornClient posthorn, String to) throws CommandFailedException {
    boolean toStandardOutput = to.equals("-");
    if (toStandardOutput && context.terminal()) {
      throw usage("The backup is binary; redirect standard output to a file or another command.");
    }
    BackupDownload download = new BackupDownload(posthorn, name);
    BackupDownload.Result result =
        toStandardOutput ? download.to(standardOutput) : download.to(Path.of(to));
    if (!isTable() && !toStandardOutput) {
      printDocument(
          OutputDocument.ofValue(
              Map.of("name", result.name(), "bytes", result.bytes(), "sha256", result.sha256()),
              OutputFormat.json));
    }
    err()
        .println(
            Printable.line(
                "%s: %,d bytes, sha256 %s. It does not contain the encryption key: keep a copy of the key elsewhere."
                    .formatted(result.name(), result.bytes(), result.sha256())));
    return DONE;
  }

  private int make(PosthornClient posthorn) throws CommandFailedException {
    BackupDetails made = posthorn.backups().create(name);
    String response = response();
    String path = made.path();
    if (target != null) {
      path = move(Path.of(path), target.resolve(made.name())).toString();
      posthorn.backups().delete(made.name());
    }
    if (keep != null) {
      tidy(posthorn, keep);
    }
    if (isTable()) {
      out().println(Printable.line(path));
    } else {
      printDocument(response);
    }
    err()
        .println(
            Printable.line(
                "%s: %,d bytes. It does not contain the encryption key: keep a copy of the key elsewhere."
                    .formatted(made.name(), made.bytes())));
    return DONE;
  }

  /**
   * Moves a backup through a hidden directory, so that only complete backups have their final name.
   */
  private static Path move(Path made, Path wanted) throws CommandFailedException {
    if (!Files.isRegularFile(made.resolve(MANIFEST))) {
      throw new CommandFailedException(
          "The backup is in %s on the server's machine, which this command cannot read; copy it from there."
              .formatted(Printable.line(made.toString())));
    }
    Path unfinished = wanted.resolveSibling("." + wanted.getFileName() + ".unfinished");
    try {
      if (Files.exists(wanted)) {
        throw new IOException(wanted + " already exists");
      }
      remove(unfinished);
      copy(made, unfinished);
      return Files.move(unfinished, wanted);
    } catch (IOException e) {
      throw new CommandFailedException(
          Printable.line("The backup could not be moved and stays in %s: %s".formatted(made, e)));
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

  /** Deletes an unfinished copy of an earlier run. */
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
    if (!isTable()) {
      printDocument(response());
      return DONE;
    }
    TextTable table =
        new TextTable(
            Column.text("NAME"), Column.text("MADE"), Column.text("BYTES"), Column.rest("PATH"));
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
