package io.posthorn.engine;

import java.util.Map;
import java.util.function.DoubleSupplier;

/**
 * A number that an engine reports about itself, under the name by which it is published.
 *
 * @param unit empty for a mere count
 * @param description a sentence for a person
 * @param value asked for by any thread, whenever somebody looks
 */
public record EngineFigure(
    Kind kind,
    String name,
    Map<String, String> labels,
    String unit,
    String description,
    DoubleSupplier value) {
  /** The kind of number. */
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

  /** The same in a unit. */
  public EngineFigure in(String changed) {
    return new EngineFigure(kind, name, labels, changed, description, value);
  }

  /** The same with a label. */
  public EngineFigure with(String label, String text) {
    return new EngineFigure(kind, name, Map.of(label, text), unit, description, value);
  }
}
