package io.posthorn.server.cli;

import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** A command that does the same to one message, or to many at once with progress. */
abstract class ChangeMessages extends ApiCommand {
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(500);

  /**
   * What is done, in the words of the API and of a person.
   *
   * @param action the call on one message
   * @param collection the calls on many
   */
  record Change(String action, String collection, String done) {}

  private final Change change;

  @Parameters(arity = "0..1", paramLabel = "MESSAGE", description = "This one: msg_...")
  private @Nullable String id;

  @Mixin private ManyMessages many = new ManyMessages();

  ChangeMessages(Surroundings surroundings, Change change) {
    super(surroundings);
    this.change = change;
  }

  @Override
  final int run(ApiClient api) throws ApiException, InterruptedException {
    if (id != null && many.saysAnything()) {
      throw usage("Give a message's id, or say which of many, not both.");
    }
    if (id != null) {
      ApiReply reply = api.post(ApiPath.of("messages", id, change.action()));
      out().println(json() ? reply.raw() : new Story(reply.object(), moments()).sentence());
      return DONE;
    }
    if (!many.saysSince()) {
      throw usage("Say which: a message's id, or --since with what else has to hold.");
    }
    changeMany(api);
    return DONE;
  }

  private void changeMany(ApiClient api) throws ApiException, InterruptedException {
    ApiReply job = api.post(ApiPath.of(change.collection()), many.body(moments().now()));
    String jobId = job.object().text("id");
    ProgressBar progress = new ProgressBar(err(), surroundings.terminal(), "messages looked at");
    while (!job.object().flag("finished")) {
      progress.showShare(job.object().number("examined"), job.object().decimal("share"));
      surroundings.sleep().sleep(BETWEEN_LOOKS);
      job = api.get(ApiPath.of(change.collection(), jobId));
    }
    progress.done();
    out().println(json() ? job.raw() : summary(job.object()));
  }

  private String summary(ApiObject job) {
    String taken = Moments.counted(job.number("taken"), "message");
    return many.preview()
        ? taken + " would be " + change.done() + "; nothing was done yet."
        : String.format(
            Locale.ROOT, "%s %s, of %,d looked at.", taken, change.done(), job.number("examined"));
  }
}
