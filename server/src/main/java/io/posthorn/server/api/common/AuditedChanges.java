package io.posthorn.server.api.common;

import io.posthorn.core.directory.AuditEntry;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.core.shard.protocol.Reply.Conflict.Cause;
import io.posthorn.engine.Engine;
import io.posthorn.server.access.Caller;
import io.posthorn.server.http.Call;
import io.posthorn.server.http.ErrorCode;
import io.posthorn.server.http.Problem;
import io.posthorn.server.http.ProblemException;
import java.time.Clock;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The executor of a caller's commands: adds an audit entry to each, and waits until they are
 * durable.
 */
public final class AuditedChanges {
  /** The number of attempts at a change that conflicts with concurrent changes. */
  public static final int MOST_TRIES = 5;

  private final Engine engine;
  private final Clock clock;

  public AuditedChanges(Engine engine, Clock clock) {
    this.engine = engine;
    this.clock = clock;
  }

  /** The description of a change in the audit log. */
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
   * Runs a read-modify-write change, and retries it if a concurrent change, perhaps on another
   * node, came first. For commands that conflict for no other reason.
   */
  public <T> T readModifyWrite(Supplier<T> change) {
    for (int tries = 1; ; tries++) {
      try {
        return change.get();
      } catch (ProblemException e) {
        if (e.problem().code() != ErrorCode.CONCURRENT_CHANGE || tries == MOST_TRIES) {
          throw e;
        }
      }
    }
  }

  /**
   * Executes a command and waits for its reply; throws 404 for an unknown target and 409 for a
   * conflict.
   */
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
      case Reply.Conflict r when r.cause() == Cause.TWO_AUTHORIZATIONS ->
          throw Problem.badField(
                  what.kind().equals("endpoint") ? "/auth/oauth2" : "/authToken", r.reason())
              .asException();
      case Reply.Conflict r -> throw Problem.of(code(r.cause()), r.reason()).asException();
      case Reply.Accepted r -> r;
      case Reply.OverLimit r -> r;
      case Reply.RemovedEarly r -> r;
      case Reply.Changed r -> r;
      case Reply.Done r -> r;
    };
  }

  /** Executes a further command of a change that is already in the audit log. */
  public Reply makeMore(LongFunction<Command> command) {
    return engine.execute(command).join();
  }

  private static ErrorCode code(Cause cause) {
    return switch (cause) {
      case STATE -> ErrorCode.CONFLICT;
      case CONCURRENT_CHANGE -> ErrorCode.CONCURRENT_CHANGE;
      case CUSTOMER_ERASING -> ErrorCode.CUSTOMER_ERASING;
      case IDENTICAL_SUBSCRIPTION -> ErrorCode.SUBSCRIPTION_EXISTS;
      case SUBSCRIPTION_LIMIT -> ErrorCode.SUBSCRIPTION_LIMIT;
      case TWO_AUTHORIZATIONS -> ErrorCode.INVALID_REQUEST;
    };
  }
}
