package io.posthorn.app;

import io.posthorn.server.http.JsonBody;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.function.Consumer;
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
      checkMessageId(id);
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

  /** They are counted before anything is done, so that it is known how far the doing is. */
  private void changeMany(ApiClient api) throws ApiException, InterruptedException {
    Instant now = moments().now();
    ProgressBar counting = new ProgressBar(err(), surroundings.terminal(), "messages looked at");
    ApiReply job = follow(api, many.body(now, true), look -> counting.show(look.examined(), 0));
    counting.done();
    if (!many.preview()) {
      long total = job.object().number("taken");
      ProgressBar doing =
          new ProgressBar(err(), surroundings.terminal(), "messages " + change.done());
      job =
          follow(
              api, many.body(now, false), look -> doing.show(look.taken(), total, look.running()));
      doing.done();
    }
    out().println(json() ? job.raw() : summary(job.object()));
  }

  /** How far a job is that has not finished. */
  private record Look(long examined, long taken, Duration running) {}

  private ApiReply follow(ApiClient api, JsonBody what, Consumer<Look> progress)
      throws ApiException, InterruptedException {
    Instant start = moments().now();
    ApiReply job = api.post(ApiPath.of(change.collection()), what);
    String jobId = job.object().text("id");
    while (!job.object().flag("finished")) {
      progress.accept(
          new Look(
              job.object().number("examined"),
              job.object().number("taken"),
              Duration.between(start, moments().now())));
      surroundings.sleep().sleep(BETWEEN_LOOKS);
      job = api.get(ApiPath.of(change.collection(), jobId));
    }
    return job;
  }

  private String summary(ApiObject job) {
    String taken = Moments.counted(job.number("taken"), "message");
    return many.preview()
        ? taken + " would be " + change.done() + "; nothing was done yet."
        : String.format(
            Locale.ROOT, "%s %s, of %,d looked at.", taken, change.done(), job.number("examined"));
  }
}
