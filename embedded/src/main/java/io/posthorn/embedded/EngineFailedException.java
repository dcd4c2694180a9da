package io.posthorn.embedded;

/**
 * Thrown when the engine failed before it could reply. The call may or may not have had an effect.
 */
public final class EngineFailedException extends RuntimeException {
  EngineFailedException(Throwable cause) {
    super("The engine has failed; restart the server: " + cause.getMessage(), cause);
  }
}
