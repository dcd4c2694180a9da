package io.posthorn.bench.process;

/** Signals that the benchmark cannot continue, or that a measurement is invalid. */
public final class BenchException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public BenchException(String message) {
    super(message);
  }

  public BenchException(String message, Throwable cause) {
    super(message, cause);
  }
}
