package io.posthorn.client.request;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Query parameters of a call, in the order in which they were set: the base of all filters. */
abstract class RequestQuery {
  private final Map<String, String> parameters;

  RequestQuery(Builder<?> builder) {
    parameters = Collections.unmodifiableMap(new LinkedHashMap<>(builder.parameters));
  }

  /** The parameters by their names in the API. */
  public Map<String, String> parameters() {
    return parameters;
  }

  /** The base of the builders, which return themselves as type {@code B}. */
  abstract static class Builder<B extends Builder<B>> {
    private final Map<String, String> parameters = new LinkedHashMap<>();

    /** Sets a parameter to the text of a value; null omits it. */
    B with(String name, @Nullable Object value) {
      if (value != null) {
        parameters.put(name, value.toString());
      }
      return self();
    }

    @SuppressWarnings("unchecked") // a builder names itself as B
    private B self() {
      return (B) this;
    }
  }
}
