package io.posthorn.bench.report;

import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The JSON report: every round of every row. */
public final class JsonFile {
  private JsonFile() {}

  public static void write(
      Path file,
      Map<String, String> environment,
      Map<String, String> settings,
      List<String> method,
      List<RowReport> reports)
      throws IOException {
    Path parent = file.toAbsolutePath().getParent();
    if (parent != null) {
      Files.createDirectories(parent);
    }
    try (JsonGenerator json = new JsonFactory().createGenerator(file.toFile(), JsonEncoding.UTF8)) {
      json.useDefaultPrettyPrinter();
      json.writeStartObject();
      writeMap(json, "environment", environment);
      writeMap(json, "settings", settings);
      writeTexts(json, "method", method);
      json.writeArrayFieldStart("rows");
      for (RowReport report : reports) {
        writeRow(json, report);
      }
      json.writeEndArray();
      json.writeEndObject();
    }
  }

  private static void writeRow(JsonGenerator json, RowReport report) throws IOException {
    json.writeStartObject();
    json.writeStringField("row", report.row().title());
    json.writeStringField("what", report.row().what());
    json.writeArrayFieldStart("checks");
    for (Check check : report.checks()) {
      json.writeStartObject();
      json.writeStringField("name", check.name());
      writeNumber(json, "measured", check.measured());
      json.writeStringField("unit", check.unit());
      json.writeStringField("must", check.bound(check.must()));
      json.writeStringField("aim", check.bound(check.aim()));
      json.writeStringField("verdict", check.verdict());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeArrayFieldStart("series");
    for (Series series : report.series()) {
      json.writeStartObject();
      json.writeStringField("name", series.name());
      json.writeStringField("unit", series.unit());
      writeNumber(json, "median", series.median());
      json.writeArrayFieldStart("rounds");
      for (double round : series.rounds()) {
        json.writeNumber(round);
      }
      json.writeEndArray();
      json.writeEndObject();
    }
    json.writeEndArray();
    writeTexts(json, "remarks", report.remarks());
    json.writeEndObject();
  }

  private static void writeNumber(JsonGenerator json, String name, double number)
      throws IOException {
    if (Double.isNaN(number)) {
      json.writeNullField(name);
    } else {
      json.writeNumberField(name, number);
    }
  }

  private static void writeMap(JsonGenerator json, String name, Map<String, String> map)
      throws IOException {
    json.writeObjectFieldStart(name);
    for (Map.Entry<String, String> entry : map.entrySet()) {
      json.writeStringField(entry.getKey(), entry.getValue());
    }
    json.writeEndObject();
  }

  private static void writeTexts(JsonGenerator json, String name, List<String> texts)
      throws IOException {
    json.writeArrayFieldStart(name);
    for (String text : texts) {
      json.writeString(text);
    }
    json.writeEndArray();
  }
}
