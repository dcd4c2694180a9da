package io.posthorn.bench.process;

/** The failure of a benchmark that cannot continue, or whose measurement is invalid. */
public final class BenchException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public BenchException(String message) {
    super(message);
  }

  public BenchException(String message, Throwable cause) {
    super(message, cause);
  }
}
