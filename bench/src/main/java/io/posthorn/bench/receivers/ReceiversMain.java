package io.posthorn.bench.receivers;

import io.posthorn.bench.process.BenchException;
import io.posthorn.bench.process.CommandLoop;
import io.posthorn.bench.process.WallClock;
import io.posthorn.bench.receivers.ReceiversProcess.Kind;
import io.posthorn.receiver.CountingReceiver;
import io.posthorn.receiver.CountingReceiver.NumberField;
import io.posthorn.receiver.PlannedResponse;
import io.posthorn.receiver.RefusingPort;
import io.posthorn.testkit.Latencies;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The main class of the receivers. Commands: {@code open}, {@code count}, {@code latencies}. */
public final class ReceiversMain {
  /** Below the attempt timeout, but slow. */
  private static final Duration SLOW = Duration.ofSeconds(2);

  private final CountingReceiver receiver = CountingReceiver.start(WallClock::micros);
  private final Latencies latencies = new Latencies();

  /** Held so that the ports stay bound. */
  private final List<RefusingPort> dead = new ArrayList<>();

  private ReceiversMain() throws IOException {}

  public static void main(String[] arguments) throws IOException {
    ReceiversMain receivers = new ReceiversMain();
    CommandLoop.run(receivers::handle);
  }

  private String handle(String[] words) throws IOException {
    return switch (words[0]) {
      case "open" ->
          open(Kind.valueOf(words[1]), Boolean.parseBoolean(words[2]), Integer.parseInt(words[3]));
      case "count" -> {
        CountingReceiver.Counts counts = receiver.counts();
        yield "%d %d %d %d"
            .formatted(counts.responses(), counts.bytes(), counts.searched(), counts.lastAt());
      }
      case "latencies" -> {
        Latencies.Percentiles taken = latencies.takePercentiles();
        yield "%d %d %d %d %d %d"
            .formatted(
                taken.count(), taken.p50(), taken.p90(), taken.p99(), taken.p999(), taken.max());
      }
      default -> throw new BenchException("unknown command: " + words[0]);
    };
  }

  /** Opens ports and returns their numbers. */
  private String open(Kind kind, boolean timed, int count) throws IOException {
    List<String> ports = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      ports.add(String.valueOf(open(kind, timed)));
    }
    return String.join(" ", ports);
  }

  private int open(Kind kind, boolean timed) throws IOException {
    PlannedResponse empty = PlannedResponse.OK.body("");
    return switch (kind) {
      case PROMPT ->
          timed
              ? receiver.open(
                  empty,
                  new NumberField("sentAt", this::sentAt, at -> at == ReceiversProcess.POISON))
              : receiver.open(empty);
      case SLOW -> receiver.open(empty.after(SLOW));
      case TARPIT -> receiver.open(PlannedResponse.HANG);
      case DEAD -> {
        RefusingPort refusing = new RefusingPort();
        dead.add(refusing);
        yield refusing.port();
      }
    };
  }

  /** Records the latency of a message; its post time is in the event's state. */
  private void sentAt(long micros) {
    if (micros != ReceiversProcess.POISON) {
      latencies.recordMicros(WallClock.micros() - micros);
    }
  }
}
