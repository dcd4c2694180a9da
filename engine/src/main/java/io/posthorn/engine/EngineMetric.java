package io.posthorn.engine;

import java.util.Map;
import java.util.function.DoubleSupplier;

/**
 * A metric of an engine, under its published name.
 *
 * @param unit empty for a count
 * @param description a sentence for users
 * @param value read by any thread, at each scrape
 */
public record EngineMetric(
    Kind kind,
    String name,
    Map<String, String> labels,
    String unit,
    String description,
    DoubleSupplier value) {
  /** The kind of metric. */
  public enum Kind {
    /** Goes up and down. */
    GAUGE,
    /** Only ever increases. */
    COUNTER
  }

  public static EngineMetric gauge(String name, String description, DoubleSupplier value) {
    return new EngineMetric(Kind.GAUGE, name, Map.of(), "", description, value);
  }

  public static EngineMetric counter(String name, String description, DoubleSupplier value) {
    return new EngineMetric(Kind.COUNTER, name, Map.of(), "", description, value);
  }

  /** A copy with a unit. */
  public EngineMetric in(String changed) {
    return new EngineMetric(kind, name, labels, changed, description, value);
  }

  /** A copy with a label. */
  public EngineMetric with(String label, String text) {
    return new EngineMetric(kind, name, Map.of(label, text), unit, description, value);
  }
}
