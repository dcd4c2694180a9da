package io.posthorn.app;

import io.posthorn.core.json.JsonValue;
import io.posthorn.core.json.JsonValue.JsonObject;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** An attempt on a line of its own: what the API says of it, and of which message it was. */
final class AttemptLine {
  private static final List<String> OF_THE_MESSAGE =
      List.of("url", "subscriptionId", "eventId", "objCode", "eventType", "objId");

  private AttemptLine() {}

  static JsonObject of(ApiObject message, ApiObject attempt) {
    Map<String, JsonValue> line = new LinkedHashMap<>();
    line.put("messageId", message.json().get("id"));
    for (String name : OF_THE_MESSAGE) {
      line.put(name, message.json().get(name));
    }
    line.putAll(attempt.json().fields());
    return new JsonObject(line);
  }
}
