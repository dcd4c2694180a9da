package io.posthorn.client;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.std.StdScalarDeserializer;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.AnnotatedParameter;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.ser.std.StdScalarSerializer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Executable;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The mapping between the API's JSON and records. */
final class JsonMapping {
  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .annotationIntrospector(new EmptyUnlessNullable())
          .addModule(
              new SimpleModule()
                  .addDeserializer(Instant.class, new InstantReader())
                  .addSerializer(Instant.class, new InstantWriter()))
          .build();

  private JsonMapping() {}

  static byte[] write(Object request) {
    try {
      return MAPPER.writeValueAsBytes(request);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Reads a response.
   *
   * @throws IOException if it is not JSON, or not the expected JSON
   */
  static JsonNode read(byte[] body) throws IOException {
    JsonNode json =
        body.length == 0 ? JsonNodeFactory.instance.objectNode() : MAPPER.readTree(body);
    if (json == null || !json.isObject()) {
      throw new IOException("no JSON object");
    }
    return json;
  }

  static <T> T read(JsonNode json, Class<T> type) throws IOException {
    return MAPPER.treeToValue(json, type);
  }

  /** The body as an object, or an empty one. */
  static JsonNode objectOrEmpty(byte[] body) {
    try {
      return read(body);
    } catch (IOException e) {
      return JsonNodeFactory.instance.objectNode();
    }
  }

  /**
   * An annotation introspector that makes missing values empty instead of null, unless a component
   * is Nullable.
   */
  private static final class EmptyUnlessNullable extends JacksonAnnotationIntrospector {
    private static final long serialVersionUID = 1;

    private static final List<Class<?>> HAVE_AN_EMPTY_VALUE =
        List.of(String.class, List.class, Map.class, Instant.class);

    @Override
    public JsonSetter.Value findSetterInfo(Annotated element) {
      return HAVE_AN_EMPTY_VALUE.contains(element.getRawType())
              && element instanceof AnnotatedParameter parameter
              && !isNullable(parameter)
          ? JsonSetter.Value.forValueNulls(Nulls.AS_EMPTY)
          : super.findSetterInfo(element);
    }

    private static boolean isNullable(AnnotatedParameter parameter) {
      AnnotatedElement owner = parameter.getOwner().getAnnotated();
      return owner instanceof Executable executable
          && executable.getAnnotatedParameterTypes()[parameter.getIndex()].isAnnotationPresent(
              Nullable.class);
    }
  }

  /** A deserializer of ISO-8601 times; a missing required time is the epoch. */
  private static final class InstantReader extends StdScalarDeserializer<Instant> {
    private static final long serialVersionUID = 1;

    InstantReader() {
      super(Instant.class);
    }

    @Override
    public Instant deserialize(JsonParser parser, DeserializationContext context)
        throws IOException {
      try {
        return OffsetDateTime.parse(parser.getText()).toInstant();
      } catch (DateTimeException e) {
        return (Instant)
            context.handleWeirdStringValue(Instant.class, parser.getText(), "not a time");
      }
    }

    @Override
    public Instant getEmptyValue(DeserializationContext context) {
      return Instant.EPOCH;
    }
  }

  private static final class InstantWriter extends StdScalarSerializer<Instant> {
    private static final long serialVersionUID = 1;

    InstantWriter() {
      super(Instant.class);
    }

    @Override
    public void serialize(Instant value, JsonGenerator json, SerializerProvider provider)
        throws IOException {
      json.writeString(value.toString());
    }
  }
}
