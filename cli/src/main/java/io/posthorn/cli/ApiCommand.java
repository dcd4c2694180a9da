package io.posthorn.cli;

import io.posthorn.cli.terminal.Printable;
import io.posthorn.cli.terminal.TextColors;
import io.posthorn.cli.terminal.TimeText;
import io.posthorn.client.PosthornClient;
import io.posthorn.client.PosthornException;
import io.posthorn.client.RetryPolicy;
import java.io.PrintWriter;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * The base of commands that call a server. Exit codes: 0 on success, 1 if the server refuses the
 * call.
 */
@Command(
    mixinStandardHelpOptions = true,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {"0:done", "1:the call failed", "2:wrong usage"})
public abstract class ApiCommand implements Callable<Integer> {
  protected static final int DONE = 0;
  private static final int REFUSED = 1;

  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);

  protected final CommandContext context;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin private ServerOptions options = new ServerOptions();

  @Option(names = "--json", description = "Print the raw JSON responses, for scripts.")
  private boolean json;

  private String response = "";

  protected ApiCommand(CommandContext context) {
    this.context = context;
  }

  @Override
  public final Integer call() throws InterruptedException {
    try {
      return needsServer() ? runOnServer() : runWithoutServer();
    } catch (CommandFailedException e) {
      err().println(e.getMessage());
      return REFUSED;
    } catch (PosthornException e) {
      err().println(errorLine(e));
      return REFUSED;
    } finally {
      out().flush();
      err().flush();
    }
  }

  private int runOnServer() throws CommandFailedException, InterruptedException {
    HttpClient http = newHttpClient();
    try (PosthornClient posthorn = client(http)) {
      return run(posthorn);
    } finally {
      http.shutdownNow();
    }
  }

  /** Connects directly: a proxy from the environment would see the key. */
  private static HttpClient newHttpClient() {
    return HttpClient.newBuilder()
        .version(HttpClient.Version.HTTP_1_1)
        .proxy(HttpClient.Builder.NO_PROXY)
        .followRedirects(HttpClient.Redirect.NEVER)
        .connectTimeout(CONNECT_TIMEOUT)
        .build();
  }

  /** A client without retries: the user or the script decides whether to try again. */
  private PosthornClient client(HttpClient http) throws CommandFailedException {
    PosthornClient.Builder client =
        PosthornClient.builder()
            .httpClient(http)
            .retries(RetryPolicy.NONE)
            .responseListener(received -> response = received.text());
    try {
      client.url(serverUrl());
    } catch (IllegalArgumentException e) {
      throw usage(Printable.line(String.valueOf(e.getMessage())));
    }
    try {
      client.apiKey(options.key(context.environment())).customer(options.customer());
    } catch (IllegalArgumentException e) {
      throw new CommandFailedException(String.valueOf(e.getMessage()));
    }
    return client.build();
  }

  protected abstract int run(PosthornClient posthorn)
      throws CommandFailedException, InterruptedException;

  /** Returns whether this invocation calls a server; true for almost all commands. */
  protected boolean needsServer() {
    return true;
  }

  protected int runWithoutServer() throws CommandFailedException {
    throw new IllegalStateException("only for commands that need no server");
  }

  private String serverUrl() {
    return options.url(context.environment());
  }

  protected final ServerOptions options() {
    return options;
  }

  /** Returns whether raw JSON responses are printed. */
  protected final boolean json() {
    return json;
  }

  /** The last response body. */
  protected final String response() {
    return response;
  }

  protected final String errorLine(PosthornException e) {
    return ErrorLine.of(e, serverUrl().replaceAll("/+$", ""));
  }

  protected final TimeText times() {
    return new TimeText(context.clock());
  }

  protected final TextColors colors() {
    return new TextColors(context.colours());
  }

  protected final PrintWriter out() {
    return spec.commandLine().getOut();
  }

  protected final PrintWriter err() {
    return spec.commandLine().getErr();
  }

  /** Rejects anything that is not a message ID, such as an event ID. */
  protected final void checkMessageId(String id) {
    if (!id.startsWith("msg_")) {
      throw usage(
          "\""
              + Printable.line(id, 64)
              + "\" is not a message ID. Message IDs begin with msg_; posthorn messages lists"
              + " them.");
    }
  }

  /** A usage error, which is printed with a reference to the command's help. */
  protected final ParameterException usage(String line) {
    return new ParameterException(spec.commandLine(), line);
  }
}
