package io.posthorn.cli.output;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.posthorn.cli.options.OutputFormat;
import java.util.List;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.common.FlowStyle;

/** The server's responses as one document for scripts: JSON as it came, or the same as YAML. */
public final class OutputDocument {
  private static final String DATA = "data";

  /** Keeps the digits of all numbers. */
  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .build();

  private OutputDocument() {}

  public static String of(String response, OutputFormat format) {
    String json = response.isEmpty() ? "{}" : response;
    return format == OutputFormat.yaml ? yaml(json) : json;
  }

  /** A value of this machine in the form of a response: maps, lists, text and numbers. */
  public static String ofValue(Object value, OutputFormat format) {
    try {
      return of(JSON.writeValueAsString(value), format);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("maps, lists, text and numbers are JSON", e);
    }
  }

  /** The pages of a list as one page: all entries, and the cursor of the last one. */
  public static String ofPages(List<String> responses, OutputFormat format) {
    return of(responses.size() == 1 ? responses.getFirst() : joined(responses), format);
  }

  private static String joined(List<String> responses) {
    ArrayNode data = JSON.createArrayNode();
    JsonNode last = JSON.createObjectNode();
    try {
      for (String response : responses) {
        last = JSON.readTree(response);
        last.path(DATA).forEach(data::add);
      }
      ObjectNode document = JSON.createObjectNode();
      document.set(DATA, data);
      last.properties().stream()
          .filter(field -> !field.getKey().equals(DATA))
          .forEach(field -> document.set(field.getKey(), field.getValue()));
      return JSON.writeValueAsString(document);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("the responses were already parsed as JSON", e);
    }
  }

  private static String yaml(String json) {
    DumpSettings settings =
        DumpSettings.builder()
            .setDefaultFlowStyle(FlowStyle.BLOCK)
            .setWidth(Integer.MAX_VALUE)
            .setSplitLines(false)
            .build();
    try {
      Object document = JSON.readValue(json, Object.class);
      return new Dump(settings).dumpToString(document).stripTrailing();
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("the response was already parsed as JSON", e);
    }
  }
}
