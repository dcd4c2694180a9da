package io.posthorn.core.filter;

import io.posthorn.core.form.FormErrors;
import io.posthorn.core.json.JsonReader;
import io.posthorn.core.json.JsonSlice;
import io.posthorn.core.json.JsonValue;
import io.posthorn.core.json.JsonValue.JsonArray;
import io.posthorn.core.json.JsonValue.JsonObject;
import io.posthorn.core.json.JsonValue.JsonText;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The parser of the filters that a caller sent, which reports every invalid one. */
final class FilterReader {
  private static final String POINTER = "/filters";
  private static final int MOST_FILTERS = 50;
  private static final int MOST_GROUPS = 10;
  private static final int FEWEST_IN_GROUP = 2;
  private static final int MOST_IN_GROUP = 5;
  private static final List<String> GROUP_KEYS = List.of("type", "connector", "filters");

  /** More errors than 50 filters can have, so that a response does not outgrow its request. */
  private static final int MOST_ERRORS = 250;

  private final FormErrors errors = new FormErrors(MOST_ERRORS);
  private final FieldFilterReader fieldFilters;
  private int filterCount;
  private int groupCount;

  private FilterReader(String eventType) {
    this.fieldFilters = new FieldFilterReader(eventType);
  }

  static List<Filter> read(JsonSlice filters, String eventType) {
    FilterReader reader = new FilterReader(eventType);
    List<Filter> read = reader.readAll(filters);
    reader.errors.throwIfAny();
    return read;
  }

  private List<Filter> readAll(JsonSlice sent) {
    JsonValue value =
        JsonReader.read(
            sent, pointer -> errors.add(POINTER + pointer, "Duplicate key; keep one of them."));
    List<Filter> filters = new ArrayList<>();
    if (!(value instanceof JsonArray(List<JsonValue> elements))) {
      errors.add(POINTER, "filters must be an array; for no filters write [].", value);
      return filters;
    }
    for (int i = 0; i < elements.size(); i++) {
      Filter filter = readOne(POINTER + "/" + i, elements.get(i));
      if (filter != null) {
        filters.add(filter);
      }
    }
    refuseTooMany();
    return filters;
  }

  private void refuseTooMany() {
    if (filterCount > MOST_FILTERS) {
      errors.add(
          POINTER,
          "There are %d filters, including those in groups; use at most %d."
              .formatted(filterCount, MOST_FILTERS));
    }
    if (groupCount > MOST_GROUPS) {
      errors.add(
          POINTER, "There are %d groups; use at most %d.".formatted(groupCount, MOST_GROUPS));
    }
  }

  private @Nullable Filter readOne(String pointer, JsonValue value) {
    FilterObject sent = object(pointer, value);
    if (sent != null && isGroup(sent)) {
      groupCount++;
      return readGroup(sent);
    }
    filterCount++;
    return sent == null ? null : fieldFilters.read(sent);
  }

  private @Nullable FilterGroup readGroup(FilterObject sent) {
    sent.refuseOtherKeysThan(GROUP_KEYS);
    if (!hasGroupType(sent)) {
      sent.wrong("type", "A group needs \"type\": \"group\"; a single filter has no type.");
    }
    Connector connector = sent.word("connector", null, Connector::of, "AND, OR");
    if (!(sent.get("filters") instanceof JsonArray(List<JsonValue> elements))) {
      sent.wrong("filters", "A group needs an array of 2 to 5 filters.");
      return null;
    }
    List<FieldFilter> filters = new ArrayList<>();
    for (int i = 0; i < elements.size(); i++) {
      FieldFilter filter = readInGroup(sent.pointer() + "/filters/" + i, elements.get(i));
      if (filter != null) {
        filters.add(filter);
      }
    }
    if (elements.size() < FEWEST_IN_GROUP || elements.size() > MOST_IN_GROUP) {
      sent.wrong(
          "filters",
          "A group needs %d to %d filters; this one has %d."
              .formatted(FEWEST_IN_GROUP, MOST_IN_GROUP, elements.size()));
    }
    return connector == null ? null : new FilterGroup(connector, filters);
  }

  private @Nullable FieldFilter readInGroup(String pointer, JsonValue value) {
    filterCount++;
    FilterObject sent = object(pointer, value);
    if (sent == null) {
      return null;
    }
    if (isGroup(sent)) {
      errors.add(pointer, "A group cannot contain another group.");
      return null;
    }
    return fieldFilters.read(sent);
  }

  private @Nullable FilterObject object(String pointer, JsonValue value) {
    if (value instanceof JsonObject object) {
      return new FilterObject(pointer, object, errors);
    }
    errors.add(
        pointer,
        "A filter must be an object such as {\"fieldName\": \"status\", \"fieldValue\": \"new\"}.",
        value);
    return null;
  }

  private static boolean isGroup(FilterObject sent) {
    return sent.has("filters") || hasGroupType(sent);
  }

  private static boolean hasGroupType(FilterObject sent) {
    return sent.get("type") instanceof JsonText(String type) && type.equals("group");
  }
}
