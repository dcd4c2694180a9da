package io.posthorn.cli.messages;

import io.posthorn.cli.ApiCommand;
import io.posthorn.cli.CommandContext;
import io.posthorn.cli.CommandFailedException;
import io.posthorn.cli.terminal.Printable;
import io.posthorn.cli.terminal.ProgressBar;
import io.posthorn.cli.terminal.TimeText;
import io.posthorn.client.MessageCalls;
import io.posthorn.client.PosthornClient;
import io.posthorn.client.model.BulkJobDetails;
import io.posthorn.client.model.MessageDetails;
import io.posthorn.client.request.BulkSelection;
import io.posthorn.client.request.MessageFilter;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The base of commands that change one message, or many with a progress bar. */
abstract class BulkCommand extends ApiCommand {
  private static final Duration POLL_INTERVAL = Duration.ofMillis(500);

  private final Action action;

  @Parameters(arity = "0..1", paramLabel = "MESSAGE", description = "A message ID: msg_...")
  private @Nullable String id;

  @Mixin private BulkOptions many = new BulkOptions();

  /**
   * A change of messages.
   *
   * @param done its past participle for the output, such as {@code replayed}
   * @param ended whether it changes messages that have ended, instead of waiting ones
   * @param one changes the message of an id
   * @param start starts a job that changes a selection
   * @param job reads the progress of the job of an id
   */
  record Action(
      String done,
      boolean ended,
      BiFunction<MessageCalls, String, MessageDetails> one,
      BiFunction<MessageCalls, BulkSelection, BulkJobDetails> start,
      BiFunction<MessageCalls, String, BulkJobDetails> job) {}

  BulkCommand(CommandContext context, Action action) {
    super(context);
    this.action = action;
  }

  /** The value of {@code --status}; each command takes only those that it can change. */
  abstract @Nullable Enum<?> status();

  @Override
  protected final int run(PosthornClient posthorn)
      throws CommandFailedException, InterruptedException {
    boolean selection = many.isSelection() || status() != null;
    if (id != null && (selection || many.preview())) {
      throw usage("Give either a message ID or selection options, not both.");
    }
    if (id != null) {
      checkMessageId(id);
      MessageDetails message = action.one().apply(posthorn.messages(), id);
      print(new MessageText(message, times()).sentence());
      return DONE;
    }
    if (!selection) {
      throw usage("Missing selection: give a message ID, or options such as --since 72h.");
    }
    if (!many.preview()) {
      requireConfirmable(many.confirmed(), ", or --preview to count the messages");
    }
    return changeMany(posthorn.messages());
  }

  /** Counts the messages first, for the question and as the total of the progress. */
  private int changeMany(MessageCalls messages) throws InterruptedException {
    Enum<?> status = status();
    MessageFilter.Builder selected =
        many.filter(context.clock()).statusName(status == null ? null : status.name());
    ProgressBar counting = new ProgressBar(err(), context.terminal(), "messages examined");
    BulkJobDetails counted =
        follow(
            messages,
            BulkSelection.previewOf(selected.build()),
            (progress, running) -> counting.show(progress.examined(), 0));
    counting.done();
    long total = counted.taken();
    String found =
        TimeText.counted(total, "message") + " would be " + action.done() + skipped(counted);
    if (many.preview() || total == 0) {
      print(found + "; nothing was changed.");
      return DONE;
    }
    if (!confirm(many.confirmed(), found + ". Continue?")) {
      return REFUSED;
    }
    ProgressBar doing = new ProgressBar(err(), context.terminal(), "messages " + action.done());
    BulkJobDetails job =
        follow(
            messages,
            BulkSelection.of(asCounted(selected, counted.createdAt())),
            (progress, running) -> doing.show(progress.taken(), total, running));
    doing.done();
    print(
        String.format(
            Locale.ROOT,
            "%s %s%s, of %,d examined.",
            TimeText.counted(job.taken(), "message"),
            action.done(),
            skipped(job),
            job.examined()));
    return DONE;
  }

  /**
   * The selection as it was when it was counted: without messages that ended later or, of waiting
   * ones, were accepted later. The user has not confirmed those.
   */
  private MessageFilter asCounted(MessageFilter.Builder selected, @Nullable Instant countedAt) {
    String until = selected.build().parameters().get(action.ended() ? "endedTo" : "to");
    if (countedAt != null && (until == null || countedAt.isBefore(Instant.parse(until)))) {
      if (action.ended()) {
        selected.endedTo(countedAt);
      } else {
        selected.to(countedAt);
      }
    }
    return selected.build();
  }

  /** Waits for a job and shows its progress. */
  private BulkJobDetails follow(
      MessageCalls messages, BulkSelection selection, BiConsumer<BulkJobDetails, Duration> progress)
      throws InterruptedException {
    Instant start = times().now();
    BulkJobDetails job = action.start().apply(messages, selection);
    while (!job.finished()) {
      progress.accept(job, Duration.between(start, times().now()));
      context.sleep().sleep(POLL_INTERVAL);
      job = action.job().apply(messages, job.id());
    }
    return job;
  }

  /**
   * The skipped messages with their reasons, such as {@code , 3 skipped (2 disabled, 1 paused)}.
   */
  private static String skipped(BulkJobDetails job) {
    long count = job.skipped().stream().mapToLong(BulkJobDetails.Skipped::count).sum();
    String reasons =
        job.skipped().stream()
            .map(part -> String.format(Locale.ROOT, "%,d %s", part.count(), words(part.reason())))
            .collect(Collectors.joining(", "));
    return count == 0 ? "" : String.format(Locale.ROOT, ", %,d skipped (%s)", count, reasons);
  }

  private static String words(String reason) {
    return Printable.line(reason.replace('_', ' '));
  }
}
