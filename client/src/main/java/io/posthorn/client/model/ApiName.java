package io.posthorn.client.model;

import com.fasterxml.jackson.annotation.JsonValue;

/** A value that has a fixed name in the API. */
public interface ApiName {
  /** The name in JSON and in query parameters. */
  @JsonValue
  String apiName();

  /** The value with a name, or the fallback for unknown names. */
  static <E extends ApiName> E find(E[] values, String name, E unknown) {
    for (E value : values) {
      if (value.apiName().equals(name)) {
        return value;
      }
    }
    return unknown;
  }
}
