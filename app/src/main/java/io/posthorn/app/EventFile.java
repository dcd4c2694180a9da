package io.posthorn.app;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.exc.StreamReadException;
import io.posthorn.core.json.JsonFault;
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
 * Events from a file or a pipe, each as the bytes it came in. One event, an array of events and one
 * event a line (NDJSON) are told apart by what is there, whatever the name of the file ends with.
 */
final class EventFile {
  /** What fits the memory of any machine several times; the server takes it in parts of 16 MiB. */
  private static final int LARGEST = 512 << 20;

  private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

  private static final JsonFactory FACTORY =
      JsonFactory.builder().disable(JsonFactory.Feature.CHARSET_DETECTION).build();

  private EventFile() {}

  /** Reads a file, or what is piped in where the name is a dash. */
  static List<byte[]> read(String name, InputStream piped) throws InvalidEventsException {
    String shown = name.equals("-") ? "The input" : Printable.line(name);
    try (InputStream in = name.equals("-") ? piped : Files.newInputStream(Path.of(name))) {
      byte[] bytes = in.readNBytes(LARGEST + 1);
      if (bytes.length > LARGEST) {
        throw new InvalidEventsException(shown + " is too large: send it in parts below 512 MiB.");
      }
      List<byte[]> events = split(bytes, shown);
      if (events.isEmpty()) {
        throw new InvalidEventsException(shown + " holds no events.");
      }
      return events;
    } catch (NoSuchFileException e) {
      throw new InvalidEventsException("There is no file " + shown + ".");
    } catch (IOException e) {
      throw new InvalidEventsException(shown + " cannot be read.");
    }
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** The objects of a text, in or outside an array. */
  static List<byte[]> split(byte[] text, String name) throws InvalidEventsException {
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
      throw new InvalidEventsException(name + " " + JsonFault.describe(e));
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
      throw new InvalidEventsException(name + ": what begins in line " + line + " is no object.");
    }
    parser.skipChildren();
    return Arrays.copyOfRange(bytes, start, (int) parser.currentLocation().getByteOffset());
  }
}
