package io.posthorn.app;

import io.posthorn.app.boot.CommandLog;
import io.posthorn.app.training.TrainingLoad;
import io.posthorn.client.PosthornException;
import io.posthorn.server.settings.SettingsException;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The hidden command {@code posthorn training-load}, which {@code bin/aot-cache} runs. */
@Command(
    name = "training-load",
    hidden = true,
    mixinStandardHelpOptions = true,
    description = "Posts events to a server that records its AOT cache.")
final class TrainingLoadCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(names = "--url", required = true, description = "The server's URL.")
  private URI url = URI.create("");

  @Option(names = "--seconds", required = true, description = "The time to post.")
  private int seconds;

  @Override
  public Integer call() throws InterruptedException {
    String key = System.getenv().getOrDefault("POSTHORN_KEY", "");
    try (CommandLog _ = CommandLog.open(System.getenv())) {
      long accepted = new TrainingLoad(url, key).run(Duration.ofSeconds(seconds));
      spec.commandLine().getOut().println(accepted + " events");
      return 0;
    } catch (IOException | PosthornException | SettingsException e) {
      spec.commandLine().getErr().println(e.getMessage());
      return 1;
    }
  }
}
