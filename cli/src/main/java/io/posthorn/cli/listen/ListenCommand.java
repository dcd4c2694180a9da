package io.posthorn.cli.listen;

import io.posthorn.cli.CommandContext;
import io.posthorn.cli.options.OutputFormat;
import io.posthorn.cli.options.OutputOptions;
import io.posthorn.cli.output.OutputDocument;
import io.posthorn.cli.output.TextColors;
import io.posthorn.cli.terminal.Printable;
import io.posthorn.receiver.Behaviour;
import io.posthorn.receiver.HttpReceiver;
import io.posthorn.receiver.PlannedResponse;
import io.posthorn.receiver.ReceivedRequest;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command {@code posthorn listen}. */
@Command(
    name = "listen",
    mixinStandardHelpOptions = true,
    description = {
      "Starts a local webhook receiver and prints each message.",
      "",
      "Use its address as a subscription's URL to try things out. It can also fail on purpose, to",
      "show how Posthorn retries. Ctrl-C stops it and prints a summary."
    },
    footer = {
      "",
      "Examples:",
      "  posthorn listen",
      "  posthorn listen --body --secret whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
      "  posthorn listen --port 9001 --fail-rate 0.5",
      "  posthorn listen --status 503 --retry-after 30",
      "  posthorn listen --delay 10s          (longer than the delivery timeout)"
    })
public final class ListenCommand implements Callable<Integer> {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("HH:mm:ss.SSS", Locale.ROOT);

  /** No limit in practice. */
  private static final int NEVER = Integer.MAX_VALUE;

  /** The time for responses in flight at the end. */
  private static final int SECONDS_TO_RESPONSE = 1;

  private final CommandContext context;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--host",
      paramLabel = "HOST",
      defaultValue = "127.0.0.1",
      description =
          "The address to listen on; default ${DEFAULT-VALUE}, which only this machine can reach.")
  private String host = "";

  @Option(
      names = "--port",
      paramLabel = "PORT",
      defaultValue = "9000",
      description = "The port to listen on; default ${DEFAULT-VALUE}; 0 for any free port.")
  private int port;

  @Option(names = "--body", description = "Also print the bodies.")
  private boolean body;

  @Option(
      names = "--secret",
      paramLabel = "whsec_...",
      description = {
        "Verify signatures with this secret or public key (whpk_...), and respond 401 to requests",
        "that fail; give it twice during a rotation. posthorn secret show prints it."
      })
  private List<String> secrets = new ArrayList<>();

  @Mixin private BehaviourOptions behaviour = new BehaviourOptions();

  @Option(
      names = "--count",
      paramLabel = "N",
      description = "Stop after N requests; default: never.")
  private int count = NEVER;

  @Mixin private OutputOptions output = new OutputOptions();

  public ListenCommand() {
    this(CommandContext.real());
  }

  public ListenCommand(CommandContext context) {
    this.context = context;
  }

  @Override
  public Integer call() throws InterruptedException {
    SignatureReport signatures = signatures();
    Behaviour planned = verifying(behaviour.plan(spec.commandLine()), signatures);
    InetSocketAddress address = address();
    CountDownLatch left = new CountDownLatch(count);
    ReceivedSummary summary = new ReceivedSummary();
    HttpReceiver receiver;
    try {
      receiver =
          HttpReceiver.builder()
              .address(address)
              .behaviour(planned)
              .keep(0)
              .clock(context.clock())
              .listener(
                  (request, response) -> {
                    print(request, response, signatures, summary);
                    left.countDown();
                  })
              .start();
    } catch (IOException e) {
      err()
          .println(
              "Cannot listen on %s:%d (%s). Choose another port with --port; 0 picks a free one."
                  .formatted(host, port, Printable.line(String.valueOf(e.getMessage()))));
      return 1;
    }
    try {
      listen(receiver, left, summary);
      return 0;
    } finally {
      receiver.close(SECONDS_TO_RESPONSE);
    }
  }

  /** Refuses requests whose signature is wrong, as a receiver must. */
  private static Behaviour verifying(Behaviour planned, SignatureReport signatures) {
    return request -> {
      SignatureReport.Finding finding = signature(signatures, request);
      return finding.verdict() == SignatureReport.Verdict.REJECTED
          ? PlannedResponse.status(401).body(finding.reason() + "\n")
          : planned.respondTo(request);
    };
  }

  private static SignatureReport.Finding signature(
      SignatureReport signatures, ReceivedRequest request) {
    HttpHeaders headers = request.headers();
    return signatures.check(
        headers.firstValue("webhook-id").orElse(null),
        headers.firstValue("webhook-timestamp").orElse(null),
        headers.firstValue("webhook-signature").orElse(null),
        request.bytes());
  }

  private SignatureReport signatures() {
    try {
      return new SignatureReport(secrets, context.clock());
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()));
    }
  }

  private InetSocketAddress address() {
    if (port < 0 || port > 65_535 || count < 1) {
      throw new ParameterException(
          spec.commandLine(), "--port must be from 0 to 65535, and --count at least 1.");
    }
    return new InetSocketAddress(host, port);
  }

  private void listen(HttpReceiver receiver, CountDownLatch left, ReceivedSummary summary)
      throws InterruptedException {
    Thread ending = Thread.ofPlatform().unstarted(() -> end(summary));
    Runtime.getRuntime().addShutdownHook(ending);
    say("Listening on http://%s:%d; Ctrl-C stops.".formatted(host, receiver.port()));
    left.await();
    Runtime.getRuntime().removeShutdownHook(ending);
    end(summary);
  }

  private void end(ReceivedSummary summary) {
    say("");
    say(summary.line());
  }

  /** Prints what is not data: for scripts, standard output has documents only. */
  private void say(String line) {
    PrintWriter writer = output.format() == OutputFormat.table ? out() : err();
    writer.println(line);
    writer.flush();
  }

  /** Prints one message at a time, so that a body follows its own line. */
  private synchronized void print(
      ReceivedRequest request,
      PlannedResponse response,
      SignatureReport signatures,
      ReceivedSummary summary) {
    SignatureReport.Finding signature = signature(signatures, request);
    summary.add(signature.verdict(), request.occurrence() > 1, response.isSuccess());
    if (output.format() != OutputFormat.table) {
      printDocument(request, response, signature);
      return;
    }
    TextColors colors = new TextColors(context.colours() && output.colors());
    String id = request.id().isEmpty() ? "(no webhook-id)" : request.id();
    String arrow = "-> " + response.status();
    out()
        .println(
            String.join(
                    "  ",
                    TIME.format(request.at().atZone(context.clock().getZone())),
                    Printable.line(id, 64),
                    Printable.line(PrettyBody.subject(request.bytes()), 120),
                    colored(signature, colors),
                    response.isSuccess() ? colors.good(arrow) : colors.bad(arrow))
                + (request.occurrence() > 1
                    ? "  (received " + request.occurrence() + " times)"
                    : ""));
    if (body) {
      PrettyBody.lines(request.bytes()).forEach(out()::println);
    }
    out().flush();
  }

  /** Prints a message for scripts: in JSON each on a line of its own. */
  private void printDocument(
      ReceivedRequest request, PlannedResponse response, SignatureReport.Finding signature) {
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("at", request.at().toString());
    document.put("id", request.id());
    document.put("received", request.occurrence());
    document.put("signature", signature.verdict().name().toLowerCase(Locale.ROOT));
    document.put("reason", signature.reason());
    document.put("status", response.status());
    document.put("body", new String(request.bytes(), StandardCharsets.UTF_8));
    if (output.format() == OutputFormat.yaml) {
      out().println("---");
    }
    out().println(OutputDocument.ofValue(document, output.format()));
    out().flush();
  }

  private static String colored(SignatureReport.Finding signature, TextColors colors) {
    String text = signature.toString();
    return switch (signature.verdict()) {
      case VERIFIED -> colors.good(text);
      case REJECTED -> colors.bad(text);
      case UNCHECKED -> text;
    };
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }

  private PrintWriter err() {
    return spec.commandLine().getErr();
  }
}
