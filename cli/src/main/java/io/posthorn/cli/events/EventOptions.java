package io.posthorn.cli.events;

import io.posthorn.cli.events.EventFile.InvalidEventsException;
import io.posthorn.client.request.NewEvent;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** An event given by options. */
final class EventOptions {
  @Option(
      names = "--obj-code",
      paramLabel = "CODE",
      required = true,
      description = "The object's type, such as TASK.")
  private String objCode = "";

  @Option(
      names = "--event-type",
      paramLabel = "TYPE",
      required = true,
      description = "The event type, such as CREATE, UPDATE or DELETE.")
  private String eventType = "";

  @Option(names = "--obj-id", paramLabel = "ID", description = "The object's ID.")
  private @Nullable String objId;

  @Option(names = "--new", paramLabel = "JSON", description = "The new state, as a JSON object.")
  private @Nullable String newState;

  @Option(names = "--old", paramLabel = "JSON", description = "The old state, as a JSON object.")
  private @Nullable String oldState;

  @Option(
      names = "--id",
      paramLabel = "ID",
      description = "The event's ID; an event with a known ID creates no second message.")
  private @Nullable String id;

  @Option(names = "--user-id", paramLabel = "ID", description = "The user who caused the event.")
  private @Nullable String userId;

  @Option(
      names = "--event-time",
      paramLabel = "TIME",
      description =
          "The event's time, such as 2026-11-15T10:00:00Z; default: the time of acceptance.")
  private @Nullable String eventTime;

  /**
   * Checks the states here: the server would report an error at a position that the user never
   * typed.
   */
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
   * @param repetition counted from 1 and appended to the id, so that each event is distinct; 0 if
   *     the event is sent once
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
