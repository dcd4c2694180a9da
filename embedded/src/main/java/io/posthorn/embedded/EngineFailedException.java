package io.posthorn.embedded;

/**
 * The engine stopped before it could answer. Whether what was asked for has happened is not known;
 * the store knows when it is opened again.
 */
public final class EngineFailedException extends RuntimeException {
  EngineFailedException(Throwable cause) {
    super("The engine has failed: " + cause.getMessage(), cause);
  }
}
