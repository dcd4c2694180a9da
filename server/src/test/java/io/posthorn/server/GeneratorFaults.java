package io.posthorn.server;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The parts of an OpenAPI document in a form that generators of clients misread. */
final class GeneratorFaults {
  private final JsonNode document;
  private final List<String> found = new ArrayList<>();

  GeneratorFaults(JsonNode document) {
    this.document = document;
    JsonNode schemas = document.at("/components/schemas");
    schemas.properties().forEach(schema -> checkSchema(schema.getKey(), schema.getValue()));
    check("State", schemas.at("/State/additionalProperties").asBoolean());
    JsonNode bodies = document.at("/paths/~1api~1v1~1events/post/requestBody/content");
    for (JsonNode form : bodies.at("/application~1json/schema/oneOf")) {
      check("a body of POST /events without a name", form.has("$ref"));
    }
    for (String name : List.of("WorkfrontSubscriptionInput", "WorkfrontSubscription")) {
      check(name, schemas.path(name).toString().contains("\"base64Encoding\""));
    }
    checkForms("", document);
  }

  List<String> found() {
    return found;
  }

  /** Generators make NewX and X of a schema X, and need the type of a cursor that may be null. */
  private void checkSchema(String name, JsonNode schema) {
    check(name, !name.startsWith("New"));
    JsonNode cursor = schema.at("/properties/nextCursor");
    JsonNode type = cursor.has("$ref") ? referred(cursor).path("type") : cursor.path("type");
    check(
        name + "/nextCursor",
        cursor.isMissingNode() || type.toString().equals("[\"string\",\"null\"]"));
  }

  private JsonNode referred(JsonNode node) {
    return document.at(node.get("$ref").textValue().substring(1));
  }

  /** A default beside a reference is lost; a comma that is not quoted makes a key without value. */
  private void checkForms(String path, JsonNode node) {
    check(path + " has a default beside $ref", !node.has("$ref") || !node.has("default"));
    for (Map.Entry<String, JsonNode> field : node.properties()) {
      if (!field.getKey().startsWith("example")) {
        String at = path + "/" + field.getKey();
        check(at, !field.getValue().isNull());
        checkForms(at, field.getValue());
      }
    }
    if (node.isArray()) {
      node.forEach(element -> checkForms(path, element));
    }
  }

  private void check(String where, boolean holds) {
    if (!holds) {
      found.add(where);
    }
  }
}
