package io.posthorn.engine.read;

import io.posthorn.core.event.EventKey;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A page of a customer's events, newest first, merged from all shards. Each shard has a copy of an
 * event under its own key; the copies become one entry in the place of the first of them.
 *
 * @param next the key that the next page starts after; null on the last page
 * @param historyFrom messages that ended before this time may be gone; 0 if not applicable
 */
public record EventPage(List<EventRecord> records, @Nullable EventKey next, long historyFrom) {

  /**
   * Joins the parts of the shards.
   *
   * @param copies reads the copies of events in all shards, by their ids
   */
  static EventPage join(
      EventQuery query,
      List<EventPart> parts,
      Function<Set<String>, List<EventRecord>> copies,
      int limit,
      long historyFrom) {
    EventKey floor = floor(parts);
    List<EventRecord> rows = rows(parts, floor);
    Map<String, List<EventRecord>> known = new TreeMap<>();
    List<EventRecord> records = new ArrayList<>();
    int messages = 0;
    for (int i = 0; i < rows.size(); i++) {
      EventRecord row = rows.get(i);
      if (records.size() == limit || messages > EventPart.MOST_MESSAGES) {
        return new EventPage(records, rows.get(i - 1).key(), historyFrom);
      }
      if (!known.containsKey(row.event().id())) {
        read(copies, nextIds(rows, i, known, limit), rows, known);
      }
      EventRecord whole = whole(query, Objects.requireNonNull(known.get(row.event().id())));
      if (whole != null && whole.key().equals(row.key())) {
        records.add(whole);
        messages += whole.messages().size();
      }
    }
    return new EventPage(records, floor, historyFrom);
  }

  /** Events older than this may have been left out by a part. */
  private static @Nullable EventKey floor(List<EventPart> parts) {
    return parts.stream()
        .map(EventPart::reached)
        .filter(Objects::nonNull)
        .max(Comparator.naturalOrder())
        .orElse(null);
  }

  /** The rows down to the floor, newest first; a copy that came with a message has its key too. */
  private static List<EventRecord> rows(List<EventPart> parts, @Nullable EventKey floor) {
    Map<EventKey, List<EventRecord>> byKey = new TreeMap<>(Comparator.reverseOrder());
    for (EventPart part : parts) {
      for (EventRecord row : part.records()) {
        if (floor == null || row.key().compareTo(floor) >= 0) {
          byKey.computeIfAbsent(row.key(), key -> new ArrayList<>()).add(row);
        }
      }
    }
    return byKey.values().stream().map(EventRecord::join).toList();
  }

  /** The ids of the next events whose copies are not known yet. */
  private static Set<String> nextIds(
      List<EventRecord> rows, int from, Map<String, List<EventRecord>> known, int most) {
    Set<String> ids = new LinkedHashSet<>();
    for (int i = from; i < rows.size() && ids.size() < most; i++) {
      String id = rows.get(i).event().id();
      if (!known.containsKey(id)) {
        ids.add(id);
      }
    }
    return ids;
  }

  private static void read(
      Function<Set<String>, List<EventRecord>> copies,
      Set<String> ids,
      List<EventRecord> rows,
      Map<String, List<EventRecord>> known) {
    ids.forEach(id -> known.put(id, new ArrayList<>()));
    for (EventRecord copy : copies.apply(ids)) {
      known.computeIfPresent(copy.event().id(), (id, all) -> added(all, copy));
    }
    for (EventRecord row : rows) {
      known.computeIfPresent(
          row.event().id(), (id, all) -> ids.contains(id) ? added(all, row) : all);
    }
  }

  private static List<EventRecord> added(List<EventRecord> all, EventRecord one) {
    all.add(one);
    return all;
  }

  /** An event with all its copies; null if the query does not ask for it. */
  private static @Nullable EventRecord whole(EventQuery query, List<EventRecord> copies) {
    if (query.matched() == null) {
      return EventRecord.join(copies);
    }
    List<EventRecord> matched = copies.stream().filter(one -> !one.messages().isEmpty()).toList();
    return query.matched() == matched.isEmpty()
        ? null
        : EventRecord.join(matched.isEmpty() ? copies : matched);
  }
}
