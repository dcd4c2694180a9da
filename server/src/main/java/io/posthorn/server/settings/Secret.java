package io.posthorn.server.settings;

/** A value that must not be shown; its text is a mask, so that no log line can give it away. */
public final class Secret {
  static final String MASK = "****";

  private final String clear;

  Secret(String clear) {
    this.clear = clear;
  }

  /** The value itself, for whoever uses it. */
  public String clear() {
    return clear;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Secret secret && clear.equals(secret.clear);
  }

  @Override
  public int hashCode() {
    return clear.hashCode();
  }

  @Override
  public String toString() {
    return MASK;
  }
}
