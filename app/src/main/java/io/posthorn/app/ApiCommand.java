package io.posthorn.app;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A command that speaks to the API. It ends with 0 when done, 1 when the server said no. */
@Command(
    mixinStandardHelpOptions = true,
    exitCodeListHeading = "%nEnds with:%n",
    exitCodeList = {"0:done", "1:the server said no", "2:wrong usage"})
abstract class ApiCommand implements Callable<Integer> {
  static final int DONE = 0;
  static final int REFUSED = 1;

  final Surroundings surroundings;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin private ApiOptions options = new ApiOptions();

  @Option(names = "--json", description = "Print the answers as they came, for scripts.")
  private boolean json;

  ApiCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public final Integer call() throws InterruptedException {
    try {
      return needsServer() ? runOnServer() : runWithoutServer();
    } catch (ApiException e) {
      err().println(e.getMessage());
      return REFUSED;
    } finally {
      out().flush();
      err().flush();
    }
  }

  private int runOnServer() throws ApiException, InterruptedException {
    try (ApiClient api = client()) {
      return run(api);
    }
  }

  abstract int run(ApiClient api) throws ApiException, InterruptedException;

  /** Whether there is a server to speak to; nearly always there is. */
  boolean needsServer() {
    return true;
  }

  int runWithoutServer() throws ApiException {
    throw new IllegalStateException("only for commands that need no server");
  }

  private ApiClient client() {
    try {
      return options.client(surroundings.environment());
    } catch (IllegalArgumentException e) {
      throw usage(String.valueOf(e.getMessage()));
    }
  }

  final ApiOptions options() {
    return options;
  }

  final boolean json() {
    return json;
  }

  final Moments moments() {
    return new Moments(surroundings.clock());
  }

  final Paint paint() {
    return new Paint(surroundings.colours());
  }

  final PrintWriter out() {
    return spec.commandLine().getOut();
  }

  final PrintWriter err() {
    return spec.commandLine().getErr();
  }

  /** Refuses what cannot be a message's id: an event's, say. */
  final void checkMessageId(String id) {
    if (!id.startsWith("msg_")) {
      throw usage(
          "\""
              + Printable.line(id, 64)
              + "\" is not a message's id: those begin with msg_, and posthorn messages lists"
              + " them.");
    }
  }

  /** Wrong usage: said together with where to read how the command is used. */
  final ParameterException usage(String line) {
    return new ParameterException(spec.commandLine(), line);
  }
}
