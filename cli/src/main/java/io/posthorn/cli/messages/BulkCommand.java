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

/** A command that does the same to one message, or to many at once with progress. */
abstract class BulkCommand extends ApiCommand {
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(500);

  private final String done;

  @Parameters(arity = "0..1", paramLabel = "MESSAGE", description = "This one: msg_...")
  private @Nullable String id;

  @Mixin private BulkOptions many = new BulkOptions();

  /**
   * Makes a command.
   *
   * @param done what has become of the messages, in one word
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
      throw usage("Give a message's id, or say which of many, not both.");
    }
    if (id != null) {
      checkMessageId(id);
      MessageDetails message = changeOne(posthorn.messages(), id);
      out().println(json() ? answer() : new MessageText(message, times()).sentence());
      return DONE;
    }
    if (!many.saysSince()) {
      throw usage("Say which: a message's id, or --since with what else has to hold.");
    }
    changeMany(posthorn.messages());
    return DONE;
  }

  /** They are counted before anything is done, so that it is known how far the doing is. */
  private void changeMany(MessageCalls messages) throws InterruptedException {
    Instant now = times().now();
    ProgressBar counting = new ProgressBar(err(), context.terminal(), "messages looked at");
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

  /** Waits for a job, and tells how far it is and how long it runs. */
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
        ? taken + " would be " + done + "; nothing was done yet."
        : String.format(Locale.ROOT, "%s %s, of %,d looked at.", taken, done, job.examined());
  }
}
