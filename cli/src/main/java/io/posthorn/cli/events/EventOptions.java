package io.posthorn.cli.events;

import io.posthorn.cli.events.EventFile.InvalidEventsException;
import io.posthorn.client.request.NewEvent;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** An event that is said with options. */
final class EventOptions {
  @Option(
      names = "--obj-code",
      paramLabel = "CODE",
      required = true,
      description = "What kind of object changed, such as TASK.")
  private String objCode = "";

  @Option(
      names = "--event-type",
      paramLabel = "TYPE",
      required = true,
      description = "What happened to it, such as CREATE, UPDATE or DELETE.")
  private String eventType = "";

  @Option(names = "--obj-id", paramLabel = "ID", description = "Which object it was.")
  private @Nullable String objId;

  @Option(names = "--new", paramLabel = "JSON", description = "The new state, a JSON object.")
  private @Nullable String newState;

  @Option(names = "--old", paramLabel = "JSON", description = "The old state, a JSON object.")
  private @Nullable String oldState;

  @Option(
      names = "--id",
      paramLabel = "ID",
      description = "The event's own id: sent again, it is accepted once only.")
  private @Nullable String id;

  @Option(names = "--user-id", paramLabel = "ID", description = "Who did it.")
  private @Nullable String userId;

  @Option(
      names = "--event-time",
      paramLabel = "TIME",
      description = "When, such as 2026-11-15T10:00:00Z; default: when it is accepted.")
  private @Nullable String eventTime;

  /** Checks the states here: inside the event, a fault would be named by a place nobody wrote. */
  void check() throws InvalidEventsException {
    checkState("--new", newState);
    checkState("--old", oldState);
  }

  private static void checkState(String option, @Nullable String state)
      throws InvalidEventsException {
    if (state != null) {
      EventFile.checkObject(option, state);
    }
  }

  /**
   * The event.
   *
   * @param repetition from 1 on; an id gets it as its end, so that each is an event of its own; 0
   *     where the event is sent once
   */
  NewEvent event(long repetition) {
    NewEvent.Builder event = NewEvent.builder(objCode, eventType);
    set(id == null || repetition == 0 ? id : id + "-" + repetition, event::id);
    set(objId, event::objId);
    set(userId, event::userId);
    set(eventTime, event::eventTime);
    set(newState, event::newStateJson);
    set(oldState, event::oldStateJson);
    return event.build();
  }

  private static void set(@Nullable String value, Consumer<String> field) {
    if (value != null) {
      field.accept(value);
    }
  }
}
