package io.posthorn.cli.messages;

import io.posthorn.cli.ApiCommand;
import io.posthorn.cli.CommandContext;
import io.posthorn.cli.terminal.ProgressBar;
import io.posthorn.cli.terminal.TimeText;
import io.posthorn.client.MessageCalls;
import io.posthorn.client.PosthornClient;
import io.posthorn.client.model.BulkJobDetails;
import io.posthorn.client.model.MessageDetails;
import io.posthorn.client.request.BulkSelection;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The base of commands that change one message, or many with a progress bar. */
abstract class BulkCommand extends ApiCommand {
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(500);

  private final String done;

  @Parameters(arity = "0..1", paramLabel = "MESSAGE", description = "A message ID: msg_...")
  private @Nullable String id;

  @Mixin private BulkOptions many = new BulkOptions();

  /**
   * Creates the command.
   *
   * @param done the past participle for the output, such as {@code replayed}
   */
  BulkCommand(CommandContext context, String done) {
    super(context);
    this.done = done;
  }

  abstract MessageDetails changeOne(MessageCalls messages, String messageId);

  abstract BulkJobDetails start(MessageCalls messages, BulkSelection selection);

  abstract BulkJobDetails job(MessageCalls messages, String jobId);

  @Override
  protected final int run(PosthornClient posthorn) throws InterruptedException {
    if (id != null && many.saysAnything()) {
      throw usage("Give either a message ID or selection options, not both.");
    }
    if (id != null) {
      checkMessageId(id);
      MessageDetails message = changeOne(posthorn.messages(), id);
      out().println(json() ? answer() : new MessageText(message, times()).sentence());
      return DONE;
    }
    if (!many.saysSince()) {
      throw usage("Missing selection: give a message ID, or --since and further options.");
    }
    changeMany(posthorn.messages());
    return DONE;
  }

  /** Counts the messages first, so that progress has a total. */
  private void changeMany(MessageCalls messages) throws InterruptedException {
    Instant now = times().now();
    ProgressBar counting = new ProgressBar(err(), context.terminal(), "messages examined");
    BulkJobDetails job =
        follow(
            messages,
            many.selection(now, true),
            (look, running) -> counting.show(look.examined(), 0));
    counting.done();
    if (!many.preview()) {
      long total = job.taken();
      ProgressBar doing = new ProgressBar(err(), context.terminal(), "messages " + done);
      job =
          follow(
              messages,
              many.selection(now, false),
              (look, running) -> doing.show(look.taken(), total, running));
      doing.done();
    }
    out().println(json() ? answer() : summary(job));
  }

  /** Waits for a job and shows its progress. */
  private BulkJobDetails follow(
      MessageCalls messages, BulkSelection selection, BiConsumer<BulkJobDetails, Duration> progress)
      throws InterruptedException {
    Instant start = times().now();
    BulkJobDetails job = start(messages, selection);
    while (!job.finished()) {
      progress.accept(job, Duration.between(start, times().now()));
      context.sleep().sleep(BETWEEN_LOOKS);
      job = job(messages, job.id());
    }
    return job;
  }

  private String summary(BulkJobDetails job) {
    String taken = TimeText.counted(job.taken(), "message");
    return many.preview()
        ? taken + " would be " + done + "; nothing was changed."
        : String.format(Locale.ROOT, "%s %s, of %,d examined.", taken, done, job.examined());
  }
}
