package io.posthorn.client.request;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The fields of a JSON body, in the order in which they were set: the base of all changes. */
abstract class BodyFields {
  private final Map<String, @Nullable Object> fields;

  BodyFields(Builder<?> builder) {
    fields = Collections.unmodifiableMap(new LinkedHashMap<>(builder.fields));
  }

  /** The fields by their names in the API; null is sent as null. */
  @JsonValue
  public Map<String, @Nullable Object> fields() {
    return fields;
  }

  /** The base of the builders, which return themselves as type {@code B}. */
  abstract static class Builder<B extends Builder<B>> {
    private final Map<String, @Nullable Object> fields = new LinkedHashMap<>();

    B with(String name, @Nullable Object value) {
      fields.put(name, value);
      return self();
    }

    @SuppressWarnings("unchecked") // a builder names itself as B
    private B self() {
      return (B) this;
    }
  }
}
