package io.posthorn.app.boot;

import com.fasterxml.jackson.core.JsonGenerator;
import io.posthorn.core.text.PlainText;
import io.posthorn.server.http.JsonBody;
import io.posthorn.server.settings.Settings.LogFormat;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * The form of a log line, text or JSON, in which external values are escaped so that they cannot
 * forge lines.
 */
final class LogLine {
  private static final int LONGEST_VALUE = 500;

  private LogLine() {}

  static String render(Map<String, Object> fields, LogFormat format) {
    return switch (format) {
      case TEXT -> text(fields);
      case JSON -> json(fields);
    };
  }

  private static String json(Map<String, Object> fields) {
    JsonBody body =
        (JsonGenerator json) -> {

          // Terminals interpret more control characters than JSON escapes, and a lone surrogate,
          // left by a cut value, cannot be encoded.
          json.setHighestNonEscapedChar('~');
          json.writeStartObject();
          for (Map.Entry<String, Object> field : fields.entrySet()) {
            json.writeFieldName(field.getKey());
            switch (field.getValue()) {
              case Number n -> json.writeNumber(n.longValue());
              case Boolean b -> json.writeBoolean(b);
              case Object o -> json.writeString(cut(o.toString()).replace('\u007F', '?'));
            }
          }
          json.writeEndObject();
        };
    return new String(body.toBytes(), StandardCharsets.UTF_8);
  }

  private static String text(Map<String, Object> fields) {
    StringBuilder line = new StringBuilder();
    for (Map.Entry<String, Object> field : fields.entrySet()) {
      if (!line.isEmpty()) {
        line.append(' ');
      }
      line.append(field.getKey()).append('=').append(quoted(cut(field.getValue().toString())));
    }
    return line.toString();
  }

  private static String quoted(String value) {
    if (!value.isEmpty() && value.chars().allMatch(c -> c > ' ' && c < 0x7F && c != '"')) {
      return value;
    }
    StringBuilder out = new StringBuilder("\"");
    value
        .codePoints()
        .forEach(
            c -> {
              if (c == '"' || c == '\\') {
                out.append('\\').appendCodePoint(c);
              } else if (PlainText.isControl(c)) {
                out.append("\\u%04x".formatted(c));
              } else {
                out.appendCodePoint(c);
              }
            });
    return out.append('"').toString();
  }

  private static String cut(String value) {
    return value.length() <= LONGEST_VALUE ? value : value.substring(0, LONGEST_VALUE) + "...";
  }
}
