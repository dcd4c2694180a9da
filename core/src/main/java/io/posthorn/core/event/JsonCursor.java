package io.posthorn.core.event;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import io.posthorn.core.json.JsonFault;
import io.posthorn.core.text.RejectedValue;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/**
 * A position in one JSON document of a body: a token, the range of its bytes and its JSON pointer.
 *
 * <p>Each step checks for duplicate keys and excessive depth, so that a skipped value is checked as
 * well.
 */
final class JsonCursor implements Closeable {
  private final JsonParser parser;
  private final int start;
  private final int line;
  private final String prefix;
  private final int maxDepth;
  private final BatchErrors errors;
  private final KeyStack keys = new KeyStack();
  private int depth;
  private boolean tooDeep;
  private boolean batch;

  /**
   * A cursor before a document.
   *
   * @param line the number of the document's first line in the body
   * @param prefix the prefix of this document's pointers: the event's index where each event is a
   *     document
   */
  JsonCursor(
      JsonFactory factory,
      byte[] body,
      int start,
      int end,
      int line,
      String prefix,
      int maxDepth,
      BatchErrors errors) {
    try {
      this.parser = factory.createParser(body, start, end - start);
    } catch (IOException e) {
      throw new UncheckedIOException("reading an array needs no I/O", e);
    }
    this.start = start;
    this.line = line;
    this.prefix = prefix;
    this.maxDepth = maxDepth;
    this.errors = errors;
  }

  /** Moves to the next token; null after the last. */
  @Nullable JsonToken next() throws IOException {
    JsonToken token = parser.nextToken();
    if (token == JsonToken.FIELD_NAME) {
      if (!tooDeep && !keys.add(depth, parser.currentName())) {
        error("Duplicate key; keep one of them.");
      }
    } else if (token != null && token.isStructStart()) {
      open(token);
    } else if (token != null && token.isStructEnd()) {
      depth--;
    }
    return token;
  }

  private void open(JsonToken token) {
    depth++;
    if (depth == 1) {
      tooDeep = false; // the next event
    }
    if (depth > maxDepth && !tooDeep) {
      tooDeep = true;
      error("Nested too deeply; an event may have " + maxDepth + " levels, including itself.");
    }
    if (token == JsonToken.START_OBJECT && !tooDeep) {
      keys.open(depth);
    }
  }

  /** Enters the array of a batch, which does not count towards the depth of its events. */
  void enterBatch() {
    depth = 0;
    batch = true;
  }

  @Nullable JsonToken token() {
    return parser.currentToken();
  }

  String name() throws IOException {
    return parser.currentName();
  }

  String text() throws IOException {
    return parser.getText();
  }

  /** The token's value if it is an integer that fits a long, otherwise null. */
  @Nullable Long wholeNumber() throws IOException {
    if (parser.currentToken() != JsonToken.VALUE_NUMBER_INT) {
      return null;
    }
    return switch (parser.getNumberType()) {
      case INT, LONG -> parser.getLongValue();
      case BIG_INTEGER, FLOAT, DOUBLE, BIG_DECIMAL -> null;
    };
  }

  /** Moves from the first token of a value to its last. */
  void skip() throws IOException {
    JsonToken token = parser.currentToken();
    if (token != null && token.isStructStart()) {
      int outside = depth - 1;
      while (depth > outside) {
        next();
      }
    }
  }

  /** Returns where the token begins in the body. */
  int tokenStart() {
    return start + (int) parser.currentTokenLocation().getByteOffset();
  }

  /**
   * Returns where the token ends in the body; for brackets and braces only, which are read whole.
   */
  int tokenEnd() {
    return start + (int) parser.currentLocation().getByteOffset();
  }

  /** The JSON pointer to the token's value. */
  String pointer() {
    return prefix + parser.getParsingContext().pathAsPointer();
  }

  void error(String detail) {
    errors.add(pointer(), detail);
  }

  /** Records an error of the token's value and repeats the value. */
  void errorGot(String rule) throws IOException {
    error(
        switch (parser.currentToken()) {
          case VALUE_STRING -> RejectedValue.got(rule, parser.getText());
          case START_OBJECT -> RejectedValue.gotPlain(rule, "an object");
          case START_ARRAY -> RejectedValue.gotPlain(rule, "an array");
          default -> RejectedValue.gotPlain(rule, parser.getText());
        });
  }

  void error(String pointer, String detail) {
    errors.add(pointer, detail);
  }

  void tooLarge(String detail) {
    errors.addTooLarge(pointer(), detail);
  }

  /** Records that the document is malformed: an error of the event, not of its next field. */
  void malformed(IOException e) {
    String detail =
        switch (e) {
          case StreamConstraintsException _ ->
              "Too large to parse: at most 1000 digits in a number, 50000 bytes in a key, "
                  + maxDepth
                  + " levels of nesting, and no keys with colliding hash codes.";
          default -> "This " + JsonFault.describe(e, line);
        };
    errors.add(eventPointer(), detail);
  }

  private String eventPointer() {
    if (!batch) {
      return prefix;
    }
    String pointer = pointer();
    int end = pointer.indexOf('/', 1);
    return end < 0 ? pointer : pointer.substring(0, end);
  }

  @Override
  public void close() throws IOException {
    parser.close();
  }
}
