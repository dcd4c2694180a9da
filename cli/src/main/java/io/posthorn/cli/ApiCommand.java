package io.posthorn.cli;

import io.posthorn.cli.options.ConfirmOptions;
import io.posthorn.cli.options.OutputFormat;
import io.posthorn.cli.options.OutputOptions;
import io.posthorn.cli.output.ListPrinter;
import io.posthorn.cli.output.Listing;
import io.posthorn.cli.output.OutputDocument;
import io.posthorn.cli.output.TextColors;
import io.posthorn.cli.terminal.Confirmation;
import io.posthorn.cli.terminal.Printable;
import io.posthorn.cli.terminal.TimeText;
import io.posthorn.client.CallRetryPolicy;
import io.posthorn.client.PagedList;
import io.posthorn.client.PosthornClient;
import io.posthorn.client.PosthornException;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
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
  protected static final int REFUSED = 1;

  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);

  /** More than an event, a token or a secret may have. */
  private static final int LARGEST_INPUT = 2 << 20;

  protected final CommandContext context;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin private ServerOptions options = new ServerOptions();

  @Mixin private OutputOptions output = new OutputOptions();

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
            .retries(CallRetryPolicy.NONE)
            .responseListener(received -> response = received.text());
    try {
      client.url(serverUrl());
    } catch (IllegalArgumentException e) {
      throw usage(Printable.line(String.valueOf(e.getMessage())));
    }
    try {
      client.apiKey(options.key(context.environment())).customer(customer());
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

  /** The customer to act for: {@code --customer} or {@code POSTHORN_CUSTOMER}. */
  protected final @Nullable String customer() {
    return options.customer(context.environment());
  }

  /** Returns whether the output is for users, not for scripts. */
  protected final boolean isTable() {
    return output.format() == OutputFormat.table;
  }

  /** Prints lines for users, or the last response for scripts. */
  protected final void print(Supplier<List<String>> lines) {
    if (isTable()) {
      lines.get().forEach(line -> out().println(Printable.line(line)));
    } else {
      printDocument(response);
    }
  }

  /** Prints a document for scripts. */
  protected final void printDocument(String json) {
    out().println(OutputDocument.of(json, output.format()));
  }

  /** Prints one of several documents for scripts. */
  protected final void printNextDocument(String json) {
    if (output.format() == OutputFormat.yaml) {
      out().println("---");
    }
    printDocument(json);
  }

  /** Prints a sentence for users, or the last response for scripts. */
  protected final void print(String sentence) {
    print(() -> List.of(sentence));
  }

  /** Prints a list as a table or a document, and how to continue it. */
  protected final <T> void print(PagedList<T> list, Listing<T> listing) {
    new ListPrinter(out(), err(), output.format(), colors(), this::response).print(list, listing);
  }

  /**
   * Asks before bulk work.
   *
   * @param question what is about to happen, with numbers
   * @return false if the user does not agree
   */
  protected final boolean confirm(ConfirmOptions confirmed, String question) {
    if (confirmed.yes()) {
      return true;
    }
    boolean agreed = new Confirmation(err(), context.input()).ask(question);
    if (!agreed) {
      err().println("Nothing was changed.");
    }
    return agreed;
  }

  /** Refuses bulk work that cannot be confirmed. */
  protected final void requireConfirmable(ConfirmOptions confirmed, String advice)
      throws CommandFailedException {
    if (!confirmed.yes() && !context.terminal()) {
      throw new CommandFailedException(
          "Cannot ask for confirmation without a terminal: add --yes" + advice + ".");
    }
  }

  /** The last response body. */
  protected final String response() {
    return response;
  }

  protected final String errorLine(PosthornException e) {
    return ErrorLine.of(e, serverUrl().replaceAll("/+$", ""), this::flag);
  }

  /** The option that a field of the API, or a part of it, was given with; empty for others. */
  private Optional<String> flag(String pointer) {
    // The name of a parameter has no slash.
    for (String path = pointer;
        !path.isEmpty();
        path = path.substring(0, Math.max(0, path.lastIndexOf('/')))) {
      String field = path.substring(path.lastIndexOf('/') + 1);
      String name = flagNames().getOrDefault(field, "--" + field.replaceAll("([A-Z])", "-$1"));
      String option = name.toLowerCase(Locale.ROOT);
      if (spec.commandLine().getParseResult().hasMatchedOption(option)) {
        return Optional.of(option);
      }
    }
    return Optional.empty();
  }

  /** The options whose names differ from the fields of the API, by field. */
  protected Map<String, String> flagNames() {
    return Map.of();
  }

  protected final TimeText times() {
    return new TimeText(context.clock());
  }

  protected final TextColors colors() {
    return new TextColors(context.colours() && output.colors());
  }

  protected final PrintWriter out() {
    return spec.commandLine().getOut();
  }

  protected final PrintWriter err() {
    return spec.commandLine().getErr();
  }

  /** Rejects anything that is not a message ID, such as an event ID. */
  protected final void checkMessageId(String id) {
    checkId(id, "msg_", "message", "posthorn messages");
  }

  /**
   * Rejects an ID of another kind, and misspelt subcommands.
   *
   * @param list the command that lists the IDs
   */
  protected final void checkId(String id, String prefix, String noun, String list) {
    if (!id.startsWith(prefix)) {
      String word = Printable.line(id, 64);
      List<String> similar = CommandSuggestions.of(spec, id);
      throw usage(
          similar.isEmpty()
              ? "\"%s\" is not %s %s ID. %s IDs begin with %s; %s lists them."
                  .formatted(
                      word,
                      noun.matches("[aeiou].*") ? "an" : "a",
                      noun,
                      noun.substring(0, 1).toUpperCase(Locale.ROOT) + noun.substring(1),
                      prefix,
                      list)
              : "Unknown subcommand: \"%s\". Did you mean: %s?"
                  .formatted(word, String.join(", ", similar)));
    }
  }

  /** The value of an option, or standard input if the value is a dash. */
  protected final String valueOrInput(String value) {
    if (!value.equals("-")) {
      return value;
    }
    try {
      return new String(context.input().readNBytes(LARGEST_INPUT), StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      throw usage("The input cannot be read.");
    }
  }

  /** A usage error, which is printed with a reference to the command's help. */
  protected final ParameterException usage(String line) {
    return new ParameterException(spec.commandLine(), line);
  }
}
