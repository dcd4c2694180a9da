package io.posthorn.client.request;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The messages to replay, cancel or retry: those that a list shows with the same filter. The filter
 * needs at least one condition.
 *
 * @param preview whether to count the messages only
 */
public record BulkSelection(MessageFilter filter, boolean preview) {
  public static BulkSelection of(MessageFilter filter) {
    return new BulkSelection(filter, false);
  }

  /** A selection that is only counted. */
  public static BulkSelection previewOf(MessageFilter filter) {
    return new BulkSelection(filter, true);
  }

  /** The fields by their names in the API. */
  @JsonValue
  public Map<String, Object> fields() {
    Map<String, Object> fields = new LinkedHashMap<>(filter.parameters());
    fields.put("preview", preview);
    return fields;
  }
}
