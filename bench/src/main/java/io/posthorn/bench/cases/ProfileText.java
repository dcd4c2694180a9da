package io.posthorn.bench.cases;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;
import org.jspecify.annotations.Nullable;

/** A profile as text: the most frequent frames by thread name. */
final class ProfileText {
  private static final int SHOWN = 12;
  private static final String OURS = "io.posthorn";

  /** Samples by thread name and frame: the top frame, and the first frame of Posthorn. */
  private final Map<String, Map<String, Double>> top = new TreeMap<>();

  private final Map<String, Map<String, Double>> ours = new TreeMap<>();
  private final Map<String, Map<String, Double>> allocated = new TreeMap<>();

  static String of(Path file, Instant from, Instant to) {
    ProfileText text = new ProfileText();
    try (RecordingFile recording = new RecordingFile(file)) {
      while (recording.hasMoreEvents()) {
        RecordedEvent event = recording.readEvent();
        if (event.getStartTime().isAfter(from) && event.getStartTime().isBefore(to)) {
          text.add(event);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.show("CPU samples by frame on top", text.top)
        + text.show("CPU samples by first Posthorn frame", text.ours)
        + text.show("allocation (bytes) by first Posthorn frame", text.allocated);
  }

  private void add(RecordedEvent event) {
    switch (event.getEventType().getName()) {
      case "jdk.CPUTimeSample" -> {
        if (event.getStackTrace() != null) {
          String thread = thread(event.getThread("eventThread"));
          count(top, thread, frame(event, ""), 1);
          count(ours, thread, frame(event, OURS), 1);
        }
      }
      case "jdk.ObjectAllocationSample" ->
          count(
              allocated,
              thread(event.getThread("eventThread")),
              frame(event, OURS) + " : " + event.getClass("objectClass").getName(),
              (double) event.getLong("weight"));
      default -> {}
    }
  }

  private static String thread(@Nullable RecordedThread thread) {
    if (thread == null) {
      return "?";
    }
    if (thread.isVirtual()) {
      return "virtual (callers)";
    }
    String name = thread.getJavaName() == null ? thread.getOSName() : thread.getJavaName();
    return name == null ? "?" : name.replaceAll("[-#:\\s]*\\d+$", "");
  }

  /** The first frame whose class has a prefix, with its line. */
  private static String frame(RecordedEvent event, String prefix) {
    if (event.getStackTrace() == null) {
      return "(no stack)";
    }
    List<RecordedFrame> frames = event.getStackTrace().getFrames();
    for (RecordedFrame frame : frames) {
      RecordedMethod method = frame.getMethod();
      if (method.getType().getName().startsWith(prefix)) {
        String type = method.getType().getName();
        return type.substring(type.lastIndexOf('.') + 1) + "." + method.getName();
      }
    }
    return "(no Posthorn frame)";
  }

  private static void count(
      Map<String, Map<String, Double>> counts, String thread, String frame, double weight) {
    counts.computeIfAbsent(thread, any -> new TreeMap<>()).merge(frame, weight, Double::sum);
  }

  private String show(String title, Map<String, Map<String, Double>> counts) {
    double all = counts.values().stream().mapToDouble(ProfileText::sum).sum();
    StringBuilder text = new StringBuilder(title).append(System.lineSeparator());
    counts.entrySet().stream()
        .sorted((a, b) -> Double.compare(sum(b.getValue()), sum(a.getValue())))
        .limit(6)
        .forEach(
            entry -> {
              line(text, "  %5.1f %%  [%s]", sum(entry.getValue()) / all, entry.getKey());
              entry.getValue().entrySet().stream()
                  .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
                  .limit(SHOWN)
                  .forEach(f -> line(text, "    %5.1f %%  %s", f.getValue() / all, f.getKey()));
            });
    return text.toString();
  }

  private static double sum(Map<String, Double> counts) {
    return counts.values().stream().mapToDouble(Double::doubleValue).sum();
  }

  private static void line(StringBuilder text, String pattern, double share, String what) {
    text.append(String.format(Locale.ROOT, pattern, 100 * share, what));
    text.append(System.lineSeparator());
  }
}
