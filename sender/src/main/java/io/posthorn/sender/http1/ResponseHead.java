package io.posthorn.sender.http1;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.EnumMap;
import java.util.Map;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.MessageConstraintException;
import org.apache.hc.core5.http.ProtocolException;
import org.jspecify.annotations.Nullable;

/**
 * An incremental parser of a response's head. It only keeps the headers it needs: body framing,
 * keep-alive and Retry-After.
 */
final class ResponseHead {
  private final LineReader lines;
  private int emptyLines;
  private int headers;
  private int status;
  private boolean oneZero;
  private Field field = Field.OTHER;
  private final Map<Field, String> values = new EnumMap<>(Field.class);

  /** The headers it keeps. */
  enum Field {
    CONNECTION("connection"),
    CONTENT_LENGTH("content-length"),
    KEEP_ALIVE("keep-alive"),
    RETRY_AFTER("retry-after"),
    TRANSFER_ENCODING("transfer-encoding"),
    OTHER("");

    private static final Field[] NAMED = {
      CONNECTION, CONTENT_LENGTH, KEEP_ALIVE, RETRY_AFTER, TRANSFER_ENCODING
    };

    private final String name;

    Field(String name) {
      this.name = name;
    }

    private static Field of(String line, int length) {
      for (Field field : NAMED) {
        if (field.name.length() == length && line.regionMatches(true, 0, field.name, 0, length)) {
          return field;
        }
      }
      return OTHER;
    }
  }

  ResponseHead(LineReader lines) {
    this.lines = lines;
  }

  /** Continues reading; returns whether the head is complete. */
  boolean read(ByteBuffer bytes) throws HttpException, IOException {
    String line = lines.next(bytes);
    while (line != null) {
      if (status == 0) {
        readStatus(line);
      } else if (line.isEmpty()) {
        return true;
      } else {
        readHeader(line);
      }
      line = lines.next(bytes);
    }
    return false;
  }

  int status() {
    return status;
  }

  /** Returns whether the receiver uses HTTP/1.0, which closes connections by default. */
  boolean oneZero() {
    return oneZero;
  }

  boolean isInterim() {
    return status < 200;
  }

  /** A header's value; repeated headers are joined with commas. */
  @Nullable String value(Field wanted) {
    return values.get(wanted);
  }

  /** Parses {@code HTTP/1.1 200 OK}; the reason phrase is optional. */
  private void readStatus(String line) throws HttpException, IOException {
    if (line.isEmpty() && emptyLines < ResponseLimits.MAX_EMPTY_LINES) {
      emptyLines++;
      return;
    }
    boolean known = line.startsWith("HTTP/1.") && line.length() >= 12 && line.charAt(8) == ' ';
    int code = known ? threeDigits(line, 9) : -1;
    if (code < 100 || (line.length() > 12 && line.charAt(12) != ' ')) {
      throw new ProtocolException("the first line is not an HTTP/1.1 status line");
    }
    status = code;
    oneZero = line.charAt(7) == '0';
  }

  private static int threeDigits(String line, int from) {
    int number = 0;
    for (int i = from; i < from + 3; i++) {
      int digit = line.charAt(i) - '0';
      if (digit < 0 || digit > 9) {
        return -1;
      }
      number = number * 10 + digit;
    }
    return number;
  }

  private void readHeader(String line) throws HttpException, IOException {
    if (++headers > ResponseLimits.MAX_HEADERS) {
      throw new MessageConstraintException("more than " + ResponseLimits.MAX_HEADERS + " headers");
    }
    if (line.charAt(0) == ' ' || line.charAt(0) == '\t') {
      String before = values.get(field);
      if (before != null) { // obsolete line folding
        keep(before + " " + line.strip());
      }
      return;
    }
    int colon = line.indexOf(':');
    if (colon <= 0) {
      throw new ProtocolException("a header has no name");
    }
    field = Field.of(line, colon);
    if (field != Field.OTHER) {
      String value = line.substring(colon + 1).strip();
      String before = values.get(field);
      keep(before == null ? value : before + ", " + value);
    }
  }

  private void keep(String value) throws MessageConstraintException {
    if (value.length() > ResponseLimits.MAX_LINE_LENGTH) {
      throw new MessageConstraintException("a header is too long");
    }
    values.put(field, value);
  }
}
