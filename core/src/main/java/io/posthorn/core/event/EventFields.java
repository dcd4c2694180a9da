package io.posthorn.core.event;

import io.posthorn.core.json.JsonSlice;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The fields of the event that is being read; null for those that were absent so far. */
final class EventFields {
  @Nullable String id;
  @Nullable String customerId;
  @Nullable String objCode;
  @Nullable String eventType;
  @Nullable String objId;
  @Nullable String userId;
  @Nullable Instant eventTime;
  @Nullable JsonSlice newState;
  @Nullable JsonSlice oldState;

  /** Forgets all fields, for the next event. */
  void clear() {
    id = customerId = objCode = eventType = objId = userId = null;
    eventTime = null;
    newState = oldState = null;
  }

  /** The event with these fields, and with an id and a time if it came without. */
  Event event(IntakeContext context, String customer, String code, String type) {
    return new Event(
        customer,
        id == null ? context.ids().get() : id,
        code,
        type,
        objId,
        eventTime == null ? context.now() : eventTime,
        userId,
        newState,
        oldState,
        context.traceparent());
  }
}
