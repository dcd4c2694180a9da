package io.posthorn.server.workfront;

import io.posthorn.core.form.JsonForm;
import io.posthorn.core.json.CanonicalJson;
import io.posthorn.core.json.JsonValue;
import io.posthorn.core.json.JsonValue.JsonNull;
import io.posthorn.core.json.JsonValue.JsonObject;
import io.posthorn.core.json.JsonValue.JsonText;
import io.posthorn.core.subscription.SubscriptionDraft;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A new subscription in Workfront's format: only the fields of Workfront, an empty {@code objId}
 * for all objects, and {@code base64Encoding} as boolean or text. {@link SubscriptionDraft}, which
 * has the same field names, validates the rest.
 */
final class WorkfrontDraft {
  private static final String OBJ_ID = "objId";
  private static final String BASE64_ENCODING = "base64Encoding";
  private static final List<String> AS_IT_IS =
      List.of("objCode", "eventType", "url", "authToken", "filters", "filterConnector", "version");

  private WorkfrontDraft() {}

  static SubscriptionDraft parse(byte[] body) {
    JsonForm fields = JsonForm.read(body);
    Map<String, JsonValue> draft = new LinkedHashMap<>();
    for (String name : AS_IT_IS) {
      put(draft, name, fields.take(name));
    }
    put(draft, OBJ_ID, emptyIsNone(fields.take(OBJ_ID)));
    put(draft, BASE64_ENCODING, flag(fields.take(BASE64_ENCODING)));
    fields.done();
    String json = CanonicalJson.of(new JsonObject(draft));
    return SubscriptionDraft.parse(json.getBytes(StandardCharsets.UTF_8));
  }

  private static void put(Map<String, JsonValue> draft, String name, JsonValue value) {
    if (!(value instanceof JsonNull)) {
      draft.put(name, value);
    }
  }

  private static JsonValue emptyIsNone(JsonValue value) {
    return value instanceof JsonText(String text) && text.isEmpty() ? JsonValue.NULL : value;
  }

  /** Converts {@code "true"} to {@code true}, blank text to {@code false}; the rest is refused. */
  private static JsonValue flag(JsonValue value) {
    if (!(value instanceof JsonText(String text))) {
      return value;
    }
    return switch (text.strip()) {
      case "true" -> JsonValue.TRUE;
      case "false", "" -> JsonValue.FALSE;
      default -> value;
    };
  }
}
