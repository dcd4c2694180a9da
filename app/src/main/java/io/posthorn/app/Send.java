package io.posthorn.app;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import io.posthorn.core.json.JsonReader;
import io.posthorn.core.json.JsonSlice;
import io.posthorn.core.json.JsonValue.JsonObject;
import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.Locale;
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
      "An event is said with options, or comes from a file or a pipe: one event, an array, or",
      "one event a line (NDJSON). An event is accepted once it is safe on disk."
    },
    footer = {
      "",
      "Examples:",
      "  posthorn send --obj-code TASK --event-type CREATE --new '{\"name\": \"Paint\"}'",
      "  posthorn send events.ndjson",
      "  cat event.json | posthorn send -",
      "  posthorn send --obj-code TASK --event-type UPDATE --new '{}' --count 10000 > ids"
    })
final class Send extends ApiCommand {
  private static final long MOST = 1_000_000;

  @ArgGroup(multiplicity = "1")
  private What what = new What();

  @Option(
      names = "--count",
      paramLabel = "N",
      defaultValue = "1",
      description = {
        "Send it so often, up to 1,000,000 events in all. An --id then ends with -1, -2, ...;",
        "events of a file that have an id are accepted once only."
      })
  private long count;

  /** An event of its own, or many from elsewhere. */
  static final class What {
    @ArgGroup(exclusive = false)
    @Nullable EventFlags flags;

    @Parameters(paramLabel = "FILE", description = "A file with events, or - for a pipe.")
    @Nullable String file;
  }

  Send() {
    this(Surroundings.real());
  }

  Send(Surroundings surroundings) {
    super(surroundings);
  }

  @Override
  int run(ApiClient api) throws ApiException, InterruptedException {
    List<byte[]> events = fromFile();
    long total = count * Math.max(1, events.size());
    if (count < 1 || count > MOST || total > MOST) {
      throw usage("--count must be at least 1, and at most 1,000,000 events can be sent.");
    }
    ProgressBar progress = new ProgressBar(err(), surroundings.terminal(), "events");
    EventBatch batch = new EventBatch();
    long sent = 0;
    try {
      for (long i = 0; i < total; i++) {
        byte[] event = ofCustomer(event(events, i));
        if (!batch.hasRoomFor(event)) {
          sent += post(api, batch, progress, sent, total);
          batch = new EventBatch();
        }
        batch.add(event);
      }
      post(api, batch, progress, sent, total);
    } catch (ApiException e) {
      throw sent == 0
          ? e
          : new ApiException(
              String.format(Locale.ROOT, "After %,d accepted events: %s", sent, e.getMessage()));
    } finally {
      progress.done();
    }
    return DONE;
  }

  private List<byte[]> fromFile() {
    try {
      if (what.flags != null) {
        what.flags.check();
      }
      return what.file == null ? List.of() : EventFile.read(what.file, surroundings.input());
    } catch (InvalidEventsException e) {
      throw usage(String.valueOf(e.getMessage()));
    }
  }

  private byte[] event(List<byte[]> events, long i) {
    return what.flags == null
        ? events.get((int) (i % events.size()))
        : what.flags.event(count == 1 ? 0 : i + 1);
  }

  /** A key of all customers has to say whose each event is; the rest of it stays as it came. */
  private byte[] ofCustomer(byte[] event) {
    String customer = options().customer();
    if (customer == null) {
      return event;
    }
    JsonObject object = (JsonObject) JsonReader.read(JsonSlice.of(event));
    if (object.fields().containsKey("customerId")) {
      return event;
    }
    byte[] name = JsonStringEncoder.getInstance().quoteAsUTF8(customer);
    ByteArrayOutputStream whole = new ByteArrayOutputStream(event.length + name.length + 20);
    whole.writeBytes(EventFile.bytes("{\"customerId\":\""));
    whole.writeBytes(name);
    whole.writeBytes(EventFile.bytes(object.fields().isEmpty() ? "\"" : "\","));
    whole.write(event, 1, event.length - 1);
    return whole.toByteArray();
  }

  private int post(ApiClient api, EventBatch batch, ProgressBar progress, long sent, long total)
      throws ApiException, InterruptedException {
    ApiReply reply = api.post(ApiPath.of("events"), batch.toBytes());
    if (json()) {
      out().println(reply.raw());
    } else {
      reply.object().objects("events").forEach(e -> out().println(Printable.line(e.text("id"))));
    }
    if (total > batch.size()) {
      progress.show(sent + batch.size(), total);
    }
    return batch.size();
  }
}
