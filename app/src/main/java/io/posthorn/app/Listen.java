package io.posthorn.app;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
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
      "Receives messages on this machine and prints each.",
      "",
      "Its address is one for a subscription's URL, to try things out. It can also fail on purpose,",
      "to see what then happens. Ctrl-C ends it with a summary."
    },
    footer = {
      "",
      "Examples:",
      "  posthorn listen",
      "  posthorn listen --body --secret whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
      "  posthorn listen --port 9001 --fail-rate 0.5",
      "  posthorn listen --status 503 --retry-after 30",
      "  posthorn listen --delay 10s          (longer than Posthorn waits: a timeout)"
    })
final class Listen implements Callable<Integer> {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("HH:mm:ss.SSS", Locale.ROOT);

  /** More requests than anybody waits for. */
  private static final int NEVER = Integer.MAX_VALUE;

  private final Surroundings surroundings;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--host",
      paramLabel = "HOST",
      defaultValue = "127.0.0.1",
      description = "Where to listen; default ${DEFAULT-VALUE}, which only this machine can reach.")
  private String host = "";

  @Option(
      names = "--port",
      paramLabel = "PORT",
      defaultValue = "9000",
      description = "Default ${DEFAULT-VALUE}; 0 takes any free port.")
  private int port;

  @Option(names = "--body", description = "Print the bodies too.")
  private boolean body;

  @Option(
      names = "--secret",
      paramLabel = "whsec_...",
      description = "Check the signatures with this secret; may be given twice during a rotation.")
  private List<String> secrets = new ArrayList<>();

  @Mixin private BehaviourOptions behaviour = new BehaviourOptions();

  @Option(
      names = "--count",
      paramLabel = "N",
      description = "End after so many requests; default: never.")
  private int count = NEVER;

  Listen() {
    this(Surroundings.real());
  }

  Listen(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() throws InterruptedException {
    Behaviour planned = behaviour.plan(spec.commandLine());
    SignatureCheck signatures = signatures();
    InetSocketAddress address = address();
    CountDownLatch left = new CountDownLatch(count);
    try (Receiver receiver =
        new Receiver(
            address,
            planned,
            signatures,
            surroundings.clock(),
            received -> {
              print(received);
              left.countDown();
            })) {
      listen(receiver, left);
      return 0;
    } catch (IOException e) {
      err()
          .println(
              "Cannot listen on %s:%d (%s): choose another with --port, 0 for any free one."
                  .formatted(host, port, Printable.line(String.valueOf(e.getMessage()))));
      return 1;
    }
  }

  private SignatureCheck signatures() {
    try {
      return new SignatureCheck(secrets, surroundings.clock());
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

  private void listen(Receiver receiver, CountDownLatch left) throws InterruptedException {
    Thread ending = Thread.ofPlatform().unstarted(() -> end(receiver));
    Runtime.getRuntime().addShutdownHook(ending);
    out().println("Listening on http://%s:%d; Ctrl-C ends.".formatted(host, receiver.port()));
    out().flush();
    left.await();
    Runtime.getRuntime().removeShutdownHook(ending);
    end(receiver);
  }

  private void end(Receiver receiver) {
    out().println();
    out().println(receiver.count().summary());
    out().flush();
  }

  /** One at a time, so that a body stays with its message. */
  private synchronized void print(Received received) {
    Paint paint = new Paint(surroundings.colours());
    String id = received.id() == null ? "(no webhook-id)" : received.id();
    String signature = received.signature().toString();
    boolean invalid = received.signature().verdict() == SignatureCheck.Verdict.INVALID;
    String answer = "-> " + received.status();
    out()
        .println(
            String.join(
                    "  ",
                    TIME.format(received.at().atZone(surroundings.clock().getZone())),
                    Printable.line(id, 64),
                    Printable.line(received.subject(), 120),
                    invalid ? paint.bad(signature) : signature,
                    received.well() ? paint.good(answer) : paint.bad(answer))
                + (received.time() > 1 ? "  (again: no. " + received.time() + ")" : ""));
    if (body) {
      PrettyBody.lines(received.body()).forEach(out()::println);
    }
    out().flush();
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }

  private PrintWriter err() {
    return spec.commandLine().getErr();
  }
}
