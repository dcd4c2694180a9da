package io.posthorn.engine;

import java.util.Map;
import java.util.function.DoubleSupplier;

/**
 * A metric of an engine, under its published name.
 *
 * @param unit empty for a count
 * @param description a sentence for a person
 * @param value read by any thread, at each scrape
 */
public record EngineFigure(
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
    /** Only ever goes up. */
    COUNTER
  }

  public static EngineFigure gauge(String name, String description, DoubleSupplier value) {
    return new EngineFigure(Kind.GAUGE, name, Map.of(), "", description, value);
  }

  public static EngineFigure counter(String name, String description, DoubleSupplier value) {
    return new EngineFigure(Kind.COUNTER, name, Map.of(), "", description, value);
  }

  /** A copy with a unit. */
  public EngineFigure in(String changed) {
    return new EngineFigure(kind, name, labels, changed, description, value);
  }

  /** A copy with a label. */
  public EngineFigure with(String label, String text) {
    return new EngineFigure(kind, name, Map.of(label, text), unit, description, value);
  }
}
