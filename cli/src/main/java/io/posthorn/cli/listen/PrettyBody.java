package io.posthorn.cli.listen;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.posthorn.cli.terminal.Printable;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;

/** A received body as readable text: its subject, or indented JSON. */
final class PrettyBody {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final String MARGIN = "    ";

  private PrettyBody() {}

  /** The subject of a message in any payload format. */
  static String subject(byte[] body) {
    JsonNode message = object(body);
    String objCode = message.path("objCode").textValue();
    if (objCode != null && !objCode.isEmpty()) {
      return String.join(" ", text(message, "eventType"), objCode, text(message, "objId"))
          .stripTrailing();
    }
    String type = text(message, "type");
    return type.isEmpty() ? body.length + " bytes" : type;
  }

  private static JsonNode object(byte[] body) {
    try {
      return JSON.readTree(body);
    } catch (IOException e) {
      return JSON.createObjectNode();
    }
  }

  private static String text(JsonNode message, String field) {
    String text = message.path(field).textValue();
    return text == null ? "" : text;
  }

  /** Its lines, each safe to print. */
  static Stream<String> lines(byte[] body) {
    return indented(body).lines().map(line -> MARGIN + Printable.line(line.replace("\t", "  ")));
  }

  private static String indented(byte[] body) {
    StringWriter out = new StringWriter();
    try (JsonParser parser = JSON.createParser(body);
        JsonGenerator json = JSON.createGenerator(out)) {
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
