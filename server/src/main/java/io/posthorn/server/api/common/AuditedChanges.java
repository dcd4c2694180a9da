package io.posthorn.server.api.common;

import io.posthorn.core.directory.AuditEntry;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.engine.Engine;
import io.posthorn.server.access.Caller;
import io.posthorn.server.http.Call;
import io.posthorn.server.http.Problem;
import io.posthorn.server.http.ProblemException;
import java.time.Clock;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Gives commands in a caller's name: each is audited, and answered once it is on disk. */
public final class AuditedChanges {
  /** Who loses against others this often in a row is told so. */
  public static final int MOST_TRIES = 5;

  private final Engine engine;
  private final Clock clock;

  public AuditedChanges(Engine engine, Clock clock) {
    this.engine = engine;
    this.clock = clock;
  }

  /** What is changed, as the audit calls it. */
  public record What(String action, @Nullable String customerId, String target, String detail) {
    public static What of(String action, @Nullable String customerId, String target) {
      return new What(action, customerId, target, "");
    }

    /** The kind of the target: {@code message} of {@code message.cancel}. */
    private String kind() {
      return action.substring(0, action.indexOf('.'));
    }
  }

  /**
   * Makes a change from what is there: reads it and makes it again where somebody else, perhaps at
   * another node, was quicker. For commands that clash for no other reason.
   */
  public <T> T madeFromWhatIsThere(Supplier<T> change) {
    for (int tries = 1; ; tries++) {
      try {
        return change.get();
      } catch (ProblemException e) {
        if (e.problem().status() != 409 || tries == MOST_TRIES) {
          throw e;
        }
      }
    }
  }

  /** Gives a command and waits for its answer; what is not there is a 404, what clashes a 409. */
  public Reply make(Call call, What what, LongFunction<Command> command) {
    Caller caller = call.caller();
    AuditEntry entry =
        new AuditEntry(
            clock.millis(),
            caller.name(),
            caller.address(),
            what.action(),
            what.customerId(),
            what.target(),
            what.detail());
    Reply reply =
        engine.execute(request -> new Command.Audited(command.apply(request), entry)).join();
    return switch (reply) {
      case Reply.NotFound r -> throw Problem.unknown(what.kind(), what.target()).asException();
      case Reply.Conflict r -> throw Problem.conflict(r.reason()).asException();
      case Reply.Accepted r -> r;
      case Reply.OverLimit r -> r;
      case Reply.Trimmed r -> r;
      case Reply.Changed r -> r;
      case Reply.Done r -> r;
    };
  }
}
