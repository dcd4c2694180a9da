package io.posthorn.core.json;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The description of a JSON syntax error for the user who wrote the text.
 *
 * <p>The parser's own messages are for programmers, and quote parts of the text, which may be
 * secret.
 */
public final class JsonFault {
  /** The start of the parser's message, and the text that replaces it. */
  private static final String[][] KINDS = {
    {"Duplicate field", "duplicate field"},
    {"Illegal unquoted character", "a line break, tab or other control character is not escaped"},
    {"Unrecognized character escape", "invalid escape after a backslash"},
    {"Unrecognized token", "unquoted text that is not true, false or null"},
    {"Invalid numeric value", "invalid number"},
    {"Invalid UTF-8", "the text is not UTF-8"},
    {"Unexpected close marker", "closing bracket without an opening one"},
    {"Unexpected character", "unexpected character"},
  };

  private JsonFault() {}

  /**
   * The end of a sentence that begins with what was read: {@code is not valid JSON: the text ends
   * too early (line 1, column 42).}
   */
  public static String describe(IOException fault) {
    return describe(fault, 1);
  }

  /**
   * The same for a piece of a longer text.
   *
   * @param firstLine the line that the piece begins in
   */
  public static String describe(IOException fault, int firstLine) {
    return "is not valid JSON: " + kind(fault) + where(fault, firstLine) + ".";
  }

  private static String kind(IOException fault) {
    if (fault instanceof JsonEOFException) {
      return "the text ends too early";
    }
    // The parser throws one exception type for all of these; only the message differs.
    String words = fault instanceof JsonProcessingException json ? json.getOriginalMessage() : "";
    for (String[] known : KINDS) {
      if (words.startsWith(known[0])) {
        return known[1];
      }
    }
    if (words.contains("surrogate")) {
      return "lone surrogate";
    }
    return "syntax error";
  }

  private static String where(IOException fault, int firstLine) {
    @Nullable JsonLocation location =
        fault instanceof JsonProcessingException json ? json.getLocation() : null;
    return location == null
        ? ""
        : " (line %d, column %d)"
            .formatted(firstLine + location.getLineNr() - 1, location.getColumnNr());
  }
}
