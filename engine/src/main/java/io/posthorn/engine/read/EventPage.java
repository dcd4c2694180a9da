package io.posthorn.engine.read;

import io.posthorn.core.event.EventKey;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A page of a customer's events, newest first, merged from all shards. The copies of an event share
 * the millisecond and the lower half of its key and become one entry.
 *
 * @param next the position that the next page starts after; null on the last page
 * @param historyFrom messages that ended before this time may be gone; 0 if not applicable
 */
public record EventPage(List<EventRecord> records, @Nullable EventKey next, long historyFrom) {

  static EventPage join(List<EventPart> parts, int limit, long historyFrom) {
    EventKey floor = floor(parts);
    boolean more = floor != null;
    List<EventRecord> records = new ArrayList<>();
    int messages = 0;
    EventKey last = null;
    boolean cut = false;
    for (Map.Entry<EventKey, List<EventRecord>> entry : byPlace(parts).entrySet()) {
      boolean full = records.size() == limit || messages > EventPart.MOST_MESSAGES;
      if (full || (floor != null && entry.getKey().compareTo(floor) < 0)) {
        more = true;
        cut = full;
        break;
      }
      EventRecord whole = EventRecord.join(entry.getValue());
      records.add(whole);
      messages += whole.messages().size();
      last = entry.getKey();
    }
    return new EventPage(records, more ? (cut ? last : floor) : null, historyFrom);
  }

  /** Events older than this may have copies that were not read yet. */
  private static @Nullable EventKey floor(List<EventPart> parts) {
    return parts.stream()
        .map(EventPart::reached)
        .filter(Objects::nonNull)
        .max(Comparator.naturalOrder())
        .orElse(null);
  }

  private static Map<EventKey, List<EventRecord>> byPlace(List<EventPart> parts) {
    Map<EventKey, List<EventRecord>> copies = new TreeMap<>(Comparator.reverseOrder());
    for (EventPart part : parts) {
      for (EventRecord copy : part.records()) {
        copies.computeIfAbsent(copy.position(), position -> new ArrayList<>()).add(copy);
      }
    }
    return copies;
  }
}
