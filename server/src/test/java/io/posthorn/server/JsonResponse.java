package io.posthorn.server;

import io.posthorn.core.json.CanonicalJson;
import io.posthorn.core.json.JsonReader;
import io.posthorn.core.json.JsonSlice;
import io.posthorn.core.json.JsonValue;
import io.posthorn.core.json.JsonValue.JsonArray;
import io.posthorn.core.json.JsonValue.JsonObject;
import io.posthorn.core.json.JsonValue.JsonText;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A response of the API, with its fields by JSON pointer. */
public record JsonResponse(HttpResponse<String> response) {
  public int status() {
    return response.statusCode();
  }

  public String body() {
    return response.body();
  }

  public Optional<String> header(String name) {
    return response.headers().firstValue(name);
  }

  /** Returns whether there is a field, even if it is null. */
  public boolean has(String pointer) {
    int last = pointer.lastIndexOf('/');
    return value(pointer.substring(0, last)) instanceof JsonObject parent
        && parent.fields().containsKey(pointer.substring(last + 1));
  }

  /** The value at a pointer: text without quotes, all else as JSON; "null" if there is none. */
  public String at(String pointer) {
    return value(pointer) instanceof JsonText(String text)
        ? text
        : CanonicalJson.of(value(pointer));
  }

  /** The names of an object's fields, in their order. */
  public List<String> names(String pointer) {
    return value(pointer) instanceof JsonObject object
        ? List.copyOf(object.fields().keySet())
        : List.of();
  }

  /** The number of elements of the array at a pointer; -1 if there is no array. */
  public int size(String pointer) {
    return value(pointer) instanceof JsonArray array ? array.elements().size() : -1;
  }

  /** The value of a field of each element of an array. */
  public List<String> each(String array, String field) {
    List<String> found = new ArrayList<>();
    for (int i = 0; i < size(array); i++) {
      found.add(at(array + "/" + i + "/" + field));
    }
    return found;
  }

  /** The pointers of the errors in a problem. */
  public List<String> pointers() {
    return each("/errors", "pointer");
  }

  private JsonValue value(String pointer) {
    JsonValue value = JsonReader.read(JsonSlice.of(body().strip()));
    if (pointer.isEmpty()) {
      return value;
    }
    for (String step : pointer.substring(1).split("/", -1)) {
      value =
          switch (value) {
            case JsonObject object -> object.get(step);
            case JsonArray array -> element(array, Integer.parseInt(step));
            default -> JsonValue.NULL;
          };
    }
    return value;
  }

  private static JsonValue element(JsonArray array, int index) {
    return index < array.elements().size() ? array.elements().get(index) : JsonValue.NULL;
  }
}
