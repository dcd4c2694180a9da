package io.posthorn.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.posthorn.server.api.OpenApi;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/**
 * The contract in {@code openapi.yaml}. It is stricter than the document in one point: a response
 * may not have fields that the document does not name.
 */
public final class ApiContract {
  public static final ApiContract DOCUMENTED = new ApiContract();

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final NavigableSet<String> METHODS =
      new TreeSet<>(List.of("get", "post", "put", "patch", "delete"));

  private final JsonNode document;
  private final SchemaRegistry registry =
      SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);
  private final Map<String, Schema> schemas = new ConcurrentHashMap<>();

  /** One operation of the document, such as {@code GET /api/v1/events/{id}}. */
  public record Operation(String method, String path) implements Comparable<Operation> {
    @Override
    public int compareTo(Operation other) {
      return toString().compareTo(other.toString());
    }

    @Override
    public String toString() {
      return method + " " + path;
    }
  }

  private ApiContract() {
    InputStream in = OpenApi.class.getResourceAsStream("openapi.yaml");
    Load load = new Load(LoadSettings.builder().build());
    document = new ObjectMapper().valueToTree(load.loadFromInputStream(Objects.requireNonNull(in)));
    document.at("/components/schemas").forEach(ApiContract::seal);
    document.at("/components/responses").forEach(ApiContract::seal);
    document.at("/paths").forEach(ApiContract::seal);
  }

  /** The additional properties of an object: none, unless the schema says otherwise. */
  private static void seal(JsonNode node) {
    if (node instanceof ObjectNode object
        && object.path("properties").isObject()
        && !object.has("additionalProperties")) {
      object.put("additionalProperties", false);
    }
    node.forEach(ApiContract::seal);
  }

  /** Every operation with its documented statuses. */
  public NavigableMap<Operation, NavigableSet<String>> operations() {
    NavigableMap<Operation, NavigableSet<String>> operations = new TreeMap<>();
    for (Map.Entry<String, JsonNode> path : document.get("paths").properties()) {
      for (Map.Entry<String, JsonNode> call : path.getValue().properties()) {
        if (METHODS.contains(call.getKey())) {
          NavigableSet<String> statuses = new TreeSet<>();
          call.getValue().get("responses").fieldNames().forEachRemaining(statuses::add);
          String method = call.getKey().toUpperCase(Locale.ROOT);
          operations.put(new Operation(method, path.getKey()), statuses);
        }
      }
    }
    return operations;
  }

  /** The parts of the document in a form that generators of clients misread. */
  public List<String> misreadByGenerators() {
    return new GeneratorFaults(document).found();
  }

  /** The codes of errors, in their order. */
  public List<String> errorCodes() {
    return document
        .at("/components/schemas/ErrorCode/enum")
        .valueStream()
        .map(JsonNode::textValue)
        .toList();
  }

  /** The row of the document about each code. */
  public String errorCodeTable() {
    return document.at("/components/schemas/ErrorCode/description").textValue();
  }

  /** The documented query parameters of an operation. */
  public NavigableSet<String> queries(Operation operation) {
    NavigableSet<String> names = new TreeSet<>();
    for (JsonNode parameter : call(operation).path("parameters")) {
      JsonNode declared = resolved(parameter);
      if (declared.get("in").textValue().equals("query")) {
        names.add(declared.get("name").textValue());
      }
    }
    return names;
  }

  public boolean takesBody(Operation operation) {
    return call(operation).has("requestBody");
  }

  private JsonNode call(Operation operation) {
    return document
        .get("paths")
        .get(operation.path())
        .get(operation.method().toLowerCase(Locale.ROOT));
  }

  /** The operation of a request; empty if the document has none for it. */
  public Optional<Operation> operation(String method, String pathAndQuery) {
    String path = pathAndQuery.split("\\?", 2)[0];
    // A path in full is no id of another one.
    boolean inFull = document.get("paths").has(path);
    return operations().keySet().stream()
        .filter(call -> call.method().equals(method))
        .filter(
            call ->
                inFull
                    ? call.path().equals(path)
                    : fits(call.path().split("/", -1), path.split("/", -1)))
        .findFirst();
  }

  private static boolean fits(String[] pattern, String[] parts) {
    return Arrays.equals(
        pattern, parts, (wanted, part) -> wanted.startsWith("{") ? 0 : wanted.compareTo(part));
  }

  /** Fails if a response does not conform to the document. */
  public void check(String method, String path, HttpResponse<String> response) {
    operation(method, path).ifPresent(operation -> check(operation, response));
  }

  private void check(Operation operation, HttpResponse<String> response) {
    String status = String.valueOf(response.statusCode());
    assertThat(operations().get(operation))
        .as("statuses of %s with the body %s", operation, response.body())
        .contains(status);
    String pointer =
        "/paths/%s/%s/responses/%s"
            .formatted(
                operation.path().replace("/", "~1"),
                operation.method().toLowerCase(Locale.ROOT),
                status);
    JsonNode declared = resolved(document.at(pointer));
    declared
        .path("headers")
        .fieldNames()
        .forEachRemaining(
            name ->
                assertThat(response.headers().firstValue(name))
                    .as("%s of %s %s", name, operation, status)
                    .isPresent());
    if (!declared.has("content")) {
      assertThat(response.body()).as("body of %s %s", operation, status).isEmpty();
      return;
    }
    String type = response.headers().firstValue("Content-Type").orElse("").split(";", 2)[0];
    JsonNode schema = declared.get("content").path(type).path("schema");
    assertThat(schema.isObject())
        .as("%s %s says '%s', which is not declared", operation, status, type)
        .isTrue();
    if (type.endsWith("json")) {
      validate(operation + " " + status, schema, response.body());
    }
  }

  private JsonNode resolved(JsonNode node) {
    return node.has("$ref") ? document.at(node.get("$ref").textValue().substring(1)) : node;
  }

  /** The addresses that the document gives for the server. */
  public List<String> servers() {
    return document.get("servers").findValuesAsText("url");
  }

  /** The operations that responses link to, by call and status. */
  public NavigableMap<String, String> links() {
    NavigableMap<String, String> links = new TreeMap<>();
    operations()
        .forEach(
            (operation, statuses) -> {
              for (String status : statuses) {
                resolved(call(operation).at("/responses/" + status))
                    .path("links")
                    .forEach(
                        link ->
                            links.put(operation + " " + status, link.get("operationId").asText()));
              }
            });
    return links;
  }

  /** The ids of all operations. */
  public List<String> operationIds() {
    return operations().keySet().stream()
        .map(operation -> call(operation).get("operationId").asText())
        .toList();
  }

  /**
   * Bodies and responses of success, of any media type, that lack an example of one of their forms.
   */
  public List<String> withoutExample() {
    List<String> missing = new ArrayList<>();
    operations()
        .forEach(
            (operation, statuses) -> {
              JsonNode call = call(operation);
              addWithoutExample(operation + " body", call.path("requestBody"), missing);
              for (String status : statuses) {
                if (status.startsWith("2")) {
                  addWithoutExample(
                      operation + " " + status, resolved(call.at("/responses/" + status)), missing);
                }
              }
            });
    return missing;
  }

  private void addWithoutExample(String where, JsonNode bodyOrResponse, List<String> missing) {
    bodyOrResponse
        .path("content")
        .properties()
        .forEach(
            media -> {
              JsonNode schema = media.getValue().path("schema");
              Iterable<JsonNode> forms =
                  schema.has("oneOf") ? schema.get("oneOf") : List.of(schema);
              for (JsonNode form : forms) {
                if (!hasExample(media.getValue(), form)) {
                  missing.add(where + " " + media.getKey() + " " + form);
                }
              }
            });
  }

  private boolean hasExample(JsonNode media, JsonNode form) {
    for (JsonNode example : media.path("examples")) {
      if (compiled(form).validate(resolved(example).get("value")).isEmpty()) {
        return true;
      }
    }
    return false;
  }

  /** Every example with its schema. */
  public void checkExamples() {
    document.get("paths").forEach(this::examples);
    document.at("/components/responses").forEach(this::examples);
  }

  private void examples(JsonNode node) {
    if (node.has("examples") && node.has("schema")) {
      node.get("examples")
          .forEach(
              example ->
                  validate(
                      "an example", node.get("schema"), resolved(example).get("value").toString()));
    }
    node.forEach(this::examples);
  }

  private void validate(String where, JsonNode schema, String body) {
    try {
      assertThat(compiled(schema).validate(JSON.readTree(body)))
          .as("%s: %s", where, body)
          .isEmpty();
    } catch (JsonProcessingException e) {
      throw new AssertionError(where + " is not JSON: " + body, e);
    }
  }

  private Schema compiled(JsonNode schema) {
    return schemas.computeIfAbsent(schema.toString(), text -> compile(schema));
  }

  private Schema compile(JsonNode schema) {
    ObjectNode whole = JSON.createObjectNode();
    whole.set("components", document.get("components"));
    whole.putArray("allOf").add(schema);
    return registry.getSchema(whole);
  }
}
