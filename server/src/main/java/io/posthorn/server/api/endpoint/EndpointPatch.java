package io.posthorn.server.api.endpoint;

import io.posthorn.core.endpoint.EndpointOptions;
import io.posthorn.core.endpoint.EndpointSettings;
import io.posthorn.core.form.JsonForm;
import io.posthorn.core.json.JsonValue;
import io.posthorn.core.json.JsonValue.JsonNull;
import io.posthorn.core.json.JsonValue.JsonObject;
import io.posthorn.core.json.JsonValue.JsonText;
import io.posthorn.core.shard.read.EndpointView;
import io.posthorn.core.url.TargetUrl;
import io.posthorn.sender.StaticHeaders;
import io.posthorn.server.secrets.SecretBox;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * A change to the settings of an endpoint. Omitted fields stay unchanged, null clears a field.
 * Headers are changed individually, since their values cannot be read: null removes a header, and
 * null for {@code headers} removes all.
 */
final class EndpointPatch {
  private static final int MAX_PER_SECOND = 10_000;
  private static final String LONGEST_TIMEOUT = "30s";
  private static final int MOST_HEADERS = 20;

  private final JsonForm fields;
  private final SecretBox box;

  EndpointPatch(byte[] body, SecretBox box) {
    this.fields = JsonForm.read(body);
    this.box = box;
  }

  /**
   * Returns the changed settings.
   *
   * @param refusal the reason why a token URL is refused, if it is
   */
  EndpointSettings applyTo(
      EndpointView endpoint,
      int mostInFlight,
      Function<TargetUrl, Optional<String>> refusal,
      long now) {
    EndpointSettings before = endpoint.settings();
    int maxInFlight = number("maxInFlight", before.maxInFlight(), mostInFlight);
    int maxPerSecond = number("maxPerSecond", before.maxPerSecond(), MAX_PER_SECOND);
    long timeout = before.timeoutMillis();
    if (fields.has("timeout")) {
      timeout = fields.duration("timeout", "1ms", LONGEST_TIMEOUT).orElse(0L);
    }
    StoredHeaders headers = headers(StoredHeaders.open(box, before.headers()));
    EndpointOptions options =
        new AuthPatch(fields, endpoint, box, refusal, now)
            .applyTo(new OptionsPatch(fields).applyTo(before.options()));
    fields.done();
    return new EndpointSettings(maxInFlight, maxPerSecond, timeout, headers.seal(box), options);
  }

  private int number(String name, int before, int most) {
    if (!fields.has(name)) {
      return before;
    }
    return fields.number(name, 1, most).orElse(0L).intValue();
  }

  private StoredHeaders headers(StoredHeaders before) {
    if (!fields.has("headers")) {
      return before;
    }
    JsonValue value = fields.take("headers");
    if (value instanceof JsonNull) {
      return StoredHeaders.NONE;
    }
    if (!(value instanceof JsonObject object)) {
      fields.wrong("headers", "must be an object of names and values, or null.");
      return before;
    }
    SortedMap<String, String> after = new TreeMap<>(before.values());
    for (Map.Entry<String, JsonValue> header : object.fields().entrySet()) {
      change(after, header.getKey(), header.getValue());
    }
    if (after.size() > MOST_HEADERS) {
      fields.wrong("headers", "must have at most " + MOST_HEADERS + " entries.");
    }
    return new StoredHeaders(after);
  }

  private void change(SortedMap<String, String> headers, String name, JsonValue value) {
    String pointer = JsonForm.pointer("/headers", name);
    switch (value) {
      case JsonNull n -> headers.remove(name);
      case JsonText text -> {
        StaticHeaders.rejection(name, text.value())
            .ifPresent(reason -> fields.wrongAt(pointer, reason));
        headers.remove(name); // so that a new spelling of the name replaces the old one
        headers.put(name, text.value());
      }
      case JsonValue.JsonBoolean b -> notText(pointer);
      case JsonValue.JsonNumber n -> notText(pointer);
      case JsonValue.JsonArray a -> notText(pointer);
      case JsonObject o -> notText(pointer);
    }
  }

  private void notText(String pointer) {
    fields.wrongAt(pointer, "A header's value must be text, or null to remove it.");
  }
}
