package io.posthorn.app;

import io.posthorn.app.boot.CommandLog;
import io.posthorn.app.demo.DemoInstallation;
import io.posthorn.app.demo.DemoPace;
import io.posthorn.engine.error.StartException;
import io.posthorn.server.settings.SettingsException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command {@code posthorn demo}. */
@Command(
    name = "demo",
    mixinStandardHelpOptions = true,
    description = {
      "Starts a demo server with live traffic.",
      "",
      "It has a temporary store, receivers that are healthy, slow or down, and a stream of events,",
      "all on a short retry schedule. It prints a link to the console, and one to a page that",
      "switches the receivers."
    })
final class DemoCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(names = "--port", description = "The port to listen on; default: any free port.")
  private int port;

  @Override
  public Integer call() throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    PrintStream nowhere =
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    Path directory = Files.createTempDirectory("posthorn-demo");
    try (CommandLog _ = CommandLog.open(System.getenv())) {
      DemoInstallation demo =
          DemoInstallation.start(directory, port, DemoPace.WATCHING, Version.number(), nowhere);
      Runtime.getRuntime().addShutdownHook(new Thread(() -> end(demo, directory), "posthorn-stop"));
      SigtermHandler.exitWithZero();
      out.println("Console    " + demo.loginLink());
      out.println("           This link logs you in once, within 10 minutes; later use the key.");
      out.println("Receivers  " + demo.switches());
      out.println("           Make each of them healthy, slow or down.");
      out.println("Commands   export POSTHORN_URL=" + demo.address());
      out.println("           export POSTHORN_KEY=" + demo.key());
      out.println();
      out.println("Watch /billing: it is disabled, probed and recovers. Ctrl-C stops the demo.");
      out.flush();
      demo.awaitEnd();
      return 0;
    } catch (SettingsException | StartException e) {
      spec.commandLine().getErr().println(e.getMessage());
      return 1;
    }
  }

  private static void end(DemoInstallation demo, Path directory) {
    demo.close();
    try (Stream<Path> files = Files.walk(directory)) {
      files.sorted(Comparator.reverseOrder()).forEach(path -> path.toFile().delete());
    } catch (IOException e) {
      // Leftovers stay in the directory for temporary files, where they do no harm.
    }
  }
}
