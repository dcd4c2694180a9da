package io.posthorn.cli.events;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.exc.StreamReadException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import io.posthorn.cli.terminal.Printable;
import io.posthorn.client.request.NewEvent;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The events from a file or standard input, each as its original bytes. One event, an array of
 * events and NDJSON are distinguished by content, not by file name.
 */
final class EventFile {
  /** The size limit of a file: it is read into memory and sent in batches of up to 16 MiB. */
  private static final int LARGEST = 512 << 20;

  private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

  private static final JsonFactory FACTORY =
      JsonFactory.builder().disable(JsonFactory.Feature.CHARSET_DETECTION).build();

  private EventFile() {}

  /** The input is not a list of events. The message is one line for the user. */
  static final class InvalidEventsException extends Exception {
    InvalidEventsException(String line) {
      super(line);
    }
  }

  /** Reads a file, or standard input if the name is a dash. */
  static List<NewEvent> read(String name, InputStream piped) throws InvalidEventsException {
    String shown = name.equals("-") ? "The input" : Printable.line(name);
    try (InputStream in = name.equals("-") ? piped : Files.newInputStream(Path.of(name))) {
      byte[] bytes = in.readNBytes(LARGEST + 1);
      if (bytes.length > LARGEST) {
        throw new InvalidEventsException(
            shown + " is too large; the limit is 512 MiB. Split it and send the parts.");
      }
      List<NewEvent> events = split(bytes, shown).stream().map(NewEvent::ofJson).toList();
      if (events.isEmpty()) {
        throw new InvalidEventsException(shown + " contains no events.");
      }
      return events;
    } catch (NoSuchFileException e) {
      throw new InvalidEventsException("File not found: " + shown + ".");
    } catch (IOException e) {
      throw new InvalidEventsException(shown + " cannot be read.");
    }
  }

  /** Rejects text that is not one JSON object. */
  static void checkObject(String name, String json) throws InvalidEventsException {
    if (split(json.getBytes(StandardCharsets.UTF_8), name).size() != 1) {
      throw new InvalidEventsException(name + " must be one JSON object.");
    }
  }

  /** Splits a text into its objects, inside or outside an array. */
  private static List<byte[]> split(byte[] text, String name) throws InvalidEventsException {
    byte[] bytes =
        Arrays.mismatch(text, BYTE_ORDER_MARK) == BYTE_ORDER_MARK.length
            ? Arrays.copyOfRange(text, BYTE_ORDER_MARK.length, text.length)
            : text;
    List<byte[]> events = new ArrayList<>();
    try (JsonParser parser = FACTORY.createParser(bytes)) {
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        boolean bracket = token == JsonToken.START_ARRAY || token == JsonToken.END_ARRAY;
        if (!bracket || parser.getParsingContext().getNestingDepth() > 1) {
          events.add(object(parser, bytes, name));
        }
      }
    } catch (StreamReadException e) {
      throw new InvalidEventsException(name + " is not valid JSON: " + fault(e) + ".");
    } catch (IOException e) {
      throw new InvalidEventsException(name + " cannot be read.");
    }
    return events;
  }

  private static byte[] object(JsonParser parser, byte[] bytes, String name)
      throws IOException, InvalidEventsException {
    int line = parser.currentTokenLocation().getLineNr();
    int start = (int) parser.currentTokenLocation().getByteOffset();
    if (parser.currentToken() != JsonToken.START_OBJECT) {
      throw new InvalidEventsException(
          name + ": the value that begins in line " + line + " is not a JSON object.");
    }
    parser.skipChildren();
    return Arrays.copyOfRange(bytes, start, (int) parser.currentLocation().getByteOffset());
  }

  /** Not the parser's own message, which repeats parts of the text. */
  private static String fault(StreamReadException fault) {
    JsonLocation at = fault.getLocation();
    String kind =
        fault instanceof JsonEOFException ? "the text ends unexpectedly" : "unexpected character";
    return at == null
        ? kind
        : "%s (line %d, column %d)".formatted(kind, at.getLineNr(), at.getColumnNr());
  }
}
