package io.posthorn.server.api.endpoint;

import io.posthorn.core.json.CanonicalJson;
import io.posthorn.core.json.JsonReader;
import io.posthorn.core.json.JsonSlice;
import io.posthorn.core.json.JsonValue.JsonObject;
import io.posthorn.core.json.JsonValue.JsonText;
import io.posthorn.sender.StaticHeaders;
import io.posthorn.server.secrets.SecretBox;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The static headers of an endpoint as they are stored: encrypted, as one JSON object. Names are
 * case-insensitive. The rules for headers are in {@link StaticHeaders}.
 */
public record StoredHeaders(SortedMap<String, String> values) {
  public static final StoredHeaders NONE = new StoredHeaders(new TreeMap<>());

  public StoredHeaders {
    SortedMap<String, String> copy = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    copy.putAll(values);
    values = Collections.unmodifiableSortedMap(copy);
  }

  /** Decrypts the result of {@link #seal}; empty without headers. */
  public static StoredHeaders open(SecretBox box, byte @Nullable [] sealed) {
    if (sealed == null) {
      return NONE;
    }
    SortedMap<String, String> values = new TreeMap<>();
    if (JsonReader.read(JsonSlice.of(box.open(sealed))) instanceof JsonObject object) {
      object
          .fields()
          .forEach(
              (name, value) -> {
                if (value instanceof JsonText text) {
                  values.put(name, text.value());
                }
              });
    }
    return new StoredHeaders(values);
  }

  /** Encrypts the headers; null without headers. */
  public byte @Nullable [] seal(SecretBox box) {
    if (values.isEmpty()) {
      return null;
    }
    StringBuilder json = new StringBuilder("{");
    values.forEach(
        (name, value) -> {
          if (json.length() > 1) {
            json.append(',');
          }
          CanonicalJson.writeText(name, json);
          json.append(':');
          CanonicalJson.writeText(value, json);
        });
    return box.seal(json.append('}').toString());
  }

  @Override
  public String toString() {
    return "StoredHeaders" + values.keySet();
  }
}
