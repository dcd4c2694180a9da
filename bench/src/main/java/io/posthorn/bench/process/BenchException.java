package io.posthorn.bench.process;

/** The benchmark cannot go on, or what it measured is not right. */
public final class BenchException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public BenchException(String message) {
    super(message);
  }

  public BenchException(String message, Throwable cause) {
    super(message, cause);
  }
}
