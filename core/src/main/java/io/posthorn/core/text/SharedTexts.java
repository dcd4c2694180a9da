package io.posthorn.core.text;

import java.util.HashMap;
import java.util.Map;

/**
 * A pool that keeps equal texts once while many records are read. It takes a fraction of the time
 * of {@link String#intern}.
 */
public final class SharedTexts {
  private final Map<String, String> texts = new HashMap<>(); // never iterated

  /** The first text that was equal to this one. */
  public String shared(String text) {
    String known = texts.putIfAbsent(text, text);
    return known == null ? text : known;
  }
}
