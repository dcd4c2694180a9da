package io.posthorn.server.api.endpoint;

import com.fasterxml.jackson.core.JsonGenerator;
import io.posthorn.core.form.JsonForm;
import io.posthorn.core.json.JsonValue;
import io.posthorn.core.json.JsonValue.JsonArray;
import io.posthorn.core.json.JsonValue.JsonNull;
import io.posthorn.core.json.JsonValue.JsonNumber;
import io.posthorn.core.json.JsonValue.JsonObject;
import io.posthorn.core.json.JsonValue.JsonText;
import io.posthorn.core.retry.RetryPolicy;
import io.posthorn.core.text.DurationText;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The field {@code retry} of an endpoint: {@code {unit, limit}}, or {@code {schedule}} with the
 * offsets of the retries.
 */
final class RetryPolicyForm {
  private static final String NAME = "retry";

  private static final String FORMS =
      "must be {\"unit\": \"30s\", \"limit\": 8}, or {\"schedule\": [\"5s\", \"5m\", \"1h\"]},"
          + " or null.";

  private RetryPolicyForm() {}

  /** Reads the field; null if it is cleared, or wrong, which the form reports. */
  static @Nullable RetryPolicy read(JsonForm form) {
    JsonValue value = form.take(NAME);
    if (value instanceof JsonNull) {
      return null;
    }
    RetryPolicy policy = value instanceof JsonObject object ? policy(object) : null;
    if (policy == null) {
      form.wrong(NAME, FORMS);
      return null;
    }
    policy.rejection().ifPresent(why -> form.wrongAt("/" + NAME, NAME + " " + why + "."));
    return policy;
  }

  private static @Nullable RetryPolicy policy(JsonObject object) {
    Set<String> names = object.fields().keySet();
    if (names.equals(Set.of("schedule"))) {
      return offsets(object.get("schedule"));
    }
    return names.equals(Set.of("unit", "limit"))
        ? doubling(object.get("unit"), object.get("limit"))
        : null;
  }

  private static @Nullable RetryPolicy offsets(JsonValue value) {
    if (!(value instanceof JsonArray array)) {
      return null;
    }
    List<Long> offsets = new ArrayList<>();
    for (JsonValue each : array.elements()) {
      offsets.add(duration(each));
    }
    return valid(() -> new RetryPolicy.Offsets(offsets));
  }

  private static @Nullable RetryPolicy doubling(JsonValue unit, JsonValue limit) {
    return valid(() -> new RetryPolicy.Doubling(duration(unit), whole(limit)));
  }

  /** Its values are also refused by the policy where they are no durations or whole numbers. */
  private static @Nullable RetryPolicy valid(Supplier<RetryPolicy> policy) {
    try {
      return policy.get();
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  private static long duration(JsonValue value) {
    return value instanceof JsonText text ? DurationText.parse(text.value()).orElse(-1) : -1;
  }

  private static int whole(JsonValue value) {
    return value instanceof JsonNumber number ? Integer.parseInt(number.value().toString()) : -1;
  }

  static void write(JsonGenerator json, @Nullable RetryPolicy policy) throws IOException {
    switch (policy) {
      case null -> json.writeNullField(NAME);
      case RetryPolicy.Doubling doubling -> {
        json.writeObjectFieldStart(NAME);
        json.writeStringField("unit", DurationText.exact(doubling.unitMillis()));
        json.writeNumberField("limit", doubling.limit());
        json.writeEndObject();
      }
      case RetryPolicy.Offsets offsets -> {
        json.writeObjectFieldStart(NAME);
        json.writeArrayFieldStart("schedule");
        for (long offset : offsets.millis()) {
          json.writeString(DurationText.exact(offset));
        }
        json.writeEndArray();
        json.writeEndObject();
      }
    }
  }
}
