package io.posthorn.engine.read;

import io.posthorn.core.event.EventKey;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A page of a customer's events, newest first, put together from what the shards have. The copies
 * of an event share its millisecond and the lower half of its key, and are one entry.
 *
 * @param next the place that the next page begins behind; null after the last
 * @param historyFrom what ended before this moment may be gone; 0 where that is not worth telling
 */
public record EventPage(List<EventRecord> records, @Nullable EventKey next, long historyFrom) {

  static EventPage join(List<EventPart> parts, int limit, long historyFrom) {
    EventKey floor = floor(parts);
    boolean more = floor != null;
    List<EventRecord> records = new ArrayList<>();
    int messages = 0;
    EventKey last = null;
    for (Map.Entry<EventKey, List<EventRecord>> entry : byPlace(parts).entrySet()) {
      boolean full = records.size() == limit || messages > EventPart.MOST_MESSAGES;
      if (full || (floor != null && entry.getKey().compareTo(floor) < 0)) {
        more = true;
        break;
      }
      EventRecord whole = EventRecord.join(entry.getValue());
      records.add(whole);
      messages += whole.messages().size();
      last = entry.getKey();
    }
    return new EventPage(records, more ? last : null, historyFrom);
  }

  /** What is older than this may have copies that a shard has not told of yet. */
  private static @Nullable EventKey floor(List<EventPart> parts) {
    return parts.stream()
        .filter(EventPart::more)
        .map(part -> part.records().getLast().place())
        .max(Comparator.naturalOrder())
        .orElse(null);
  }

  private static Map<EventKey, List<EventRecord>> byPlace(List<EventPart> parts) {
    Map<EventKey, List<EventRecord>> copies = new TreeMap<>(Comparator.reverseOrder());
    for (EventPart part : parts) {
      for (EventRecord copy : part.records()) {
        copies.computeIfAbsent(copy.place(), place -> new ArrayList<>()).add(copy);
      }
    }
    return copies;
  }
}
