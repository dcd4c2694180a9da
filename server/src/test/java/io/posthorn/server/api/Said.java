package io.posthorn.server.api;

import io.posthorn.core.json.JsonReader;
import io.posthorn.core.json.JsonSlice;
import io.posthorn.core.json.JsonValue;
import io.posthorn.core.json.JsonValue.JsonArray;
import io.posthorn.core.json.JsonValue.JsonObject;
import java.util.ArrayList;
import java.util.List;

/** What the API said. */
public record Said(int status, String body) {
  /** The value at a path such as {@code data/0/id}, as text; "null" where nothing stands there. */
  public String at(String path) {
    JsonValue value = JsonReader.read(JsonSlice.of(body));
    for (String part : path.split("/", -1)) {
      value =
          switch (value) {
            case JsonObject object -> object.get(part);
            case JsonArray array -> array.elements().get(Integer.parseInt(part));
            default -> throw new AssertionError("nothing at " + path + " in " + body);
          };
    }
    return text(value);
  }

  private static String text(JsonValue value) {
    return switch (value) {
      case JsonValue.JsonNull n -> "null";
      case JsonValue.JsonText text -> text.value();
      case JsonValue.JsonNumber number -> number.value().toString();
      case JsonValue.JsonBoolean flag -> flag.toString();
      case JsonArray array -> "array of " + array.elements().size();
      case JsonObject object -> "object of " + object.fields().keySet();
    };
  }

  /** A field of each entry of a list. */
  public List<String> all(String list, String field) {
    List<String> found = new ArrayList<>();
    int size = Integer.parseInt(at(list).replace("array of ", ""));
    for (int i = 0; i < size; i++) {
      found.add(at(list + "/" + i + "/" + field));
    }
    return found;
  }
}
