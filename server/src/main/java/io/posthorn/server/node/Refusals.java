package io.posthorn.server.node;

import io.posthorn.engine.RefusedException;
import io.posthorn.kafka.command.UnansweredException;
import io.posthorn.server.IntakeRefusedException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** What engines refuse, in the words of HTTP. */
final class Refusals {
  /** A full intake is worked off in about a second; a full disk takes a person. */
  private static final Duration SOON = Duration.ofSeconds(1);

  private static final Duration LATER = Duration.ofSeconds(30);

  private Refusals() {}

  static IntakeRefusedException of(RefusedException e) {
    return switch (e.reason()) {
      case INTAKE_FULL -> new IntakeRefusedException(503, e.reason().sentence(), SOON);
      case VOLUME_FULL -> new IntakeRefusedException(507, e.reason().sentence(), LATER);
      case STOPPED, FAILED -> new IntakeRefusedException(503, e.reason().sentence(), LATER);
    };
  }

  /** An answer whose refusals come later, translated as well. */
  static <T extends @Nullable Object> CompletableFuture<T> translated(CompletableFuture<T> answer) {
    return answer.exceptionally(
        error -> {
          Throwable within = error instanceof CompletionException ? error.getCause() : null;
          Throwable cause = within == null ? error : within;
          throw switch (cause) {
            case RefusedException late -> of(late);
            case UnansweredException late ->
                new IntakeRefusedException(503, String.valueOf(late.getMessage()), SOON);
            default -> new CompletionException(cause);
          };
        });
  }
}
