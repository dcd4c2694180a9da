package io.posthorn.app;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;

/** A body for the eye: JSON with a line for each field, anything else as it came. */
final class PrettyBody {
  private static final JsonFactory FACTORY = new JsonFactory();
  private static final String MARGIN = "    ";

  private PrettyBody() {}

  /** Its lines, each safe to print. */
  static Stream<String> lines(byte[] body) {
    return text(body).lines().map(line -> MARGIN + Printable.line(line.replace("\t", "  ")));
  }

  private static String text(byte[] body) {
    StringWriter out = new StringWriter();
    try (JsonParser parser = FACTORY.createParser(body);
        JsonGenerator json = FACTORY.createGenerator(out)) {
      DefaultIndenter lines = new DefaultIndenter("  ", "\n");
      json.setPrettyPrinter(
          new DefaultPrettyPrinter().withObjectIndenter(lines).withArrayIndenter(lines));
      parser.nextToken();
      json.copyCurrentStructureExact(parser);
    } catch (IOException e) {
      return new String(body, StandardCharsets.UTF_8);
    }
    return out.toString();
  }
}
