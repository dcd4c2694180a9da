package io.posthorn.core.event;

import org.jspecify.annotations.Nullable;

/**
 * Criteria that select events. An event must meet all of them; null accepts any value. Lists of
 * events, and lists and bulk actions of messages, share them, so that the same criteria select the
 * same events.
 */
public record EventCriteria(
    @Nullable String objCode, @Nullable String eventType, @Nullable String objId) {

  /** All events. */
  public static final EventCriteria ANY = new EventCriteria(null, null, null);

  /** Returns whether it leaves any event out. */
  public boolean isSelective() {
    return objCode != null || eventType != null || objId != null;
  }

  /** Returns whether an event meets all criteria. */
  public boolean holds(Event event) {
    return (objCode == null || objCode.equals(event.objCode()))
        && (eventType == null || eventType.equals(event.eventType()))
        && (objId == null || objId.equals(event.objId()));
  }
}
