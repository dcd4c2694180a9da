package io.posthorn.core.filter;

import io.posthorn.core.json.JsonFields;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The name of a field: a top-level key, or else a dotted path through objects. A key that equals
 * the whole name, dots included, takes precedence over the path.
 */
final class FieldName {
  private final String text;
  private final List<String> path;

  FieldName(String text) {
    this.text = text;
    this.path = Arrays.asList(text.split("\\.", -1));
  }

  JsonFields.@Nullable Field in(JsonFields state) {
    JsonFields.Field field = state.get(text);
    return field != null || path.size() == 1 ? field : alongPath(state);
  }

  private JsonFields.@Nullable Field alongPath(JsonFields state) {
    JsonFields.Field field = state.get(path.getFirst());
    for (int i = 1; i < path.size() && field != null; i++) {
      field = field.fields().get(path.get(i));
    }
    return field;
  }

  @Override
  public String toString() {
    return text;
  }
}
