package io.posthorn.cli.events;

import io.posthorn.cli.ApiCommand;
import io.posthorn.cli.CommandContext;
import io.posthorn.cli.CommandFailedException;
import io.posthorn.cli.events.EventFile.InvalidEventsException;
import io.posthorn.cli.terminal.Printable;
import io.posthorn.cli.terminal.ProgressBar;
import io.posthorn.client.PosthornClient;
import io.posthorn.client.PosthornException;
import io.posthorn.client.model.AcceptedEvent;
import io.posthorn.client.model.DryRunResult;
import io.posthorn.client.request.NewEvent;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code posthorn send}. */
@Command(
    name = "send",
    description = {
      "Sends events and prints their ids.",
      "",
      "Give one event with options, or events from a file or a pipe: one event, an array, or",
      "one event per line (NDJSON). An event is accepted once it is durable."
    },
    footer = {
      "",
      "Examples:",
      "  posthorn send --obj-code TASK --event-type CREATE --new '{\"name\": \"Paint\"}'",
      "  posthorn send events.ndjson",
      "  cat event.json | posthorn send -",
      "  posthorn send --obj-code TASK --event-type UPDATE --new '{\"n\": 1}' --dry-run",
      "  posthorn send --obj-code TASK --event-type UPDATE --new '{}' --count 10000 > ids"
    })
public final class SendCommand extends ApiCommand {
  private static final long MOST = 1_000_000;

  /** The server's limit per call. */
  private static final long MOST_DRY_RUN = 1_000;

  @ArgGroup(multiplicity = "1")
  private What what = new What();

  @Option(
      names = "--count",
      paramLabel = "N",
      defaultValue = "1",
      description = {
        "Send it N times, up to 1,000,000 events in total. An --id gets the suffix -1, -2, ...;",
        "events from a file that have an ID are accepted only once."
      })
  private long count;

  @Option(
      names = "--dry-run",
      description = "Send nothing; show which subscriptions match, and which filters do not.")
  private boolean dryRun;

  /** Either one event given by options, or a file of events. */
  static final class What {
    @ArgGroup(exclusive = false)
    @Nullable EventOptions flags;

    @Parameters(paramLabel = "FILE", description = "A file with events, or - for standard input.")
    @Nullable String file;
  }

  public SendCommand() {
    this(CommandContext.real());
  }

  public SendCommand(CommandContext context) {
    super(context);
  }

  @Override
  protected int run(PosthornClient posthorn) throws CommandFailedException {
    List<NewEvent> events = fromFile();
    long total = count * Math.max(1, events.size());
    if (count < 1 || count > MOST || total > MOST) {
      throw usage("--count must be at least 1, and at most 1,000,000 events can be sent in total.");
    }
    if (dryRun) {
      return dryRun(posthorn, events, total);
    }
    ProgressBar progress = new ProgressBar(err(), context.terminal(), "events");
    AtomicLong sent = new AtomicLong();
    AtomicLong unmatched = new AtomicLong();
    AtomicLong unknown = new AtomicLong();
    try {
      posthorn
          .events()
          .sendAll(
              () ->
                  LongStream.range(0, total).mapToObj(i -> ofCustomer(event(events, i))).iterator(),
              batch -> {
                unmatched.addAndGet(batch.stream().filter(SendCommand::isUnmatched).count());
                unknown.addAndGet(batch.stream().filter(e -> e.messages() == null).count());
                accepted(batch, sent.addAndGet(batch.size()), total, progress);
              });
    } catch (PosthornException e) {
      throw new CommandFailedException(
          sent.get() == 0
              ? errorLine(e)
              : String.format(
                  Locale.ROOT, "Stopped after %,d accepted events: %s", sent.get(), errorLine(e)));
    } finally {
      progress.done();
    }
    if (unknown.get() == 1 && isTable() && wouldMatchNothing(posthorn, event(events, 0))) {
      unmatched.incrementAndGet();
    }
    reportUnmatched(unmatched.get(), sent.get());
    return DONE;
  }

  /** On Kafka the number of messages is not known yet. */
  private static boolean isUnmatched(AcceptedEvent event) {
    return event.messages() != null && event.messages() == 0;
  }

  private boolean wouldMatchNothing(PosthornClient posthorn, NewEvent event) {
    try {
      return posthorn.events().dryRun(List.of(ofCustomer(event))).stream()
          .flatMap(result -> result.subscriptions().stream())
          .noneMatch(DryRunResult.Match::matches);
    } catch (PosthornException e) {
      return false; // the event is accepted, and a producer's key may not ask
    }
  }

  private void reportUnmatched(long unmatched, long sent) {
    if (unmatched == 0) {
      return;
    }
    out().flush();
    err()
        .println(
            "%s matched no subscription, so no message was created. posthorn subscriptions lists them; --dry-run shows which filter did not match."
                .formatted(
                    sent == 1
                        ? "The event"
                        : String.format(Locale.ROOT, "%,d of %,d events", unmatched, sent)));
  }

  private int dryRun(PosthornClient posthorn, List<NewEvent> events, long total) {
    if (total > MOST_DRY_RUN) {
      throw usage("--dry-run takes at most 1,000 events.");
    }
    List<DryRunResult> results =
        posthorn
            .events()
            .dryRun(
                LongStream.range(0, total).mapToObj(i -> ofCustomer(event(events, i))).toList());
    print(() -> results.stream().flatMap(DryRunLines::of).toList());
    return DONE;
  }

  private void accepted(List<AcceptedEvent> batch, long sent, long total, ProgressBar progress) {
    if (isTable()) {
      batch.forEach(event -> out().println(Printable.line(event.id())));
    } else {
      printNextDocument(response());
    }
    if (total > batch.size()) {
      progress.show(sent, total);
    }
  }

  private List<NewEvent> fromFile() {
    try {
      if (what.flags != null) {
        what.flags.check();
      }
      return what.file == null ? List.of() : EventFile.read(what.file, context.input());
    } catch (InvalidEventsException e) {
      throw usage(String.valueOf(e.getMessage()));
    }
  }

  @Override
  protected Map<String, String> flagNames() {
    return Map.of("newState", "--new", "oldState", "--old", "customerId", "--customer");
  }

  private NewEvent event(List<NewEvent> events, long i) {
    return what.flags == null
        ? events.get((int) (i % events.size()))
        : what.flags.event(count == 1 ? 0 : i + 1);
  }

  /**
   * Adds the customer that a key for all customers requires; the rest of the event is unchanged.
   */
  private NewEvent ofCustomer(NewEvent event) {
    String customer = customer();
    return customer == null || event.customerId() != null ? event : event.withCustomerId(customer);
  }
}
