package io.posthorn.client.request;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An event to send: a change of an object.
 *
 * <pre>{@code
 * NewEvent.builder("ORDER", "UPDATE")
 *     .id("order-17-v3")
 *     .objId("17")
 *     .newState(Map.of("status", "paid"))
 *     .oldState(Map.of("status", "open"))
 *     .build()
 * }</pre>
 */
public final class NewEvent {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private final byte[] json;
  private final @Nullable String id;
  private final @Nullable String customerId;
  private final boolean empty;

  private NewEvent(byte[] json, @Nullable String id, @Nullable String customerId, boolean empty) {
    this.json = json;
    this.id = id;
    this.customerId = customerId;
    this.empty = empty;
  }

  /** Begins an event of an object code such as {@code TASK} and a type such as {@code UPDATE}. */
  public static Builder builder(String objCode, String eventType) {
    return new Builder(objCode, eventType);
  }

  /**
   * An event that is JSON already. It is sent as it is, byte for byte.
   *
   * @throws IllegalArgumentException if it is not one JSON object
   */
  public static NewEvent ofJson(String json) {
    return ofJson(json.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * An event that is JSON in UTF-8 already. It is sent byte for byte, without an {@code id} or
   * {@code customerId} of null, which mean the same as none.
   *
   * @throws IllegalArgumentException if it is not one JSON object
   */
  public static NewEvent ofJson(byte[] json) {
    byte[] bytes = trimmed(json);
    String id = null;
    String customerId = null;
    boolean empty = true;
    try (JsonParser parser = MAPPER.createParser(bytes)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw new IllegalArgumentException("An event must be a JSON object.");
      }
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        empty = false;
        String name = parser.currentName();
        long start = parser.currentTokenLocation().getByteOffset();
        boolean absent = parser.nextToken() == JsonToken.VALUE_NULL;
        if (absent && (name.equals("id") || name.equals("customerId"))) {
          return ofJson(
              without(bytes, (int) start, (int) parser.currentLocation().getByteOffset()));
        }
        switch (name) {
          case "id" -> id = parser.getValueAsString();
          case "customerId" -> customerId = parser.getValueAsString();
          default -> {}
        }
        parser.skipChildren();
      }
      if (parser.nextToken() != null) {
        throw new IllegalArgumentException("An event must be a single JSON object.");
      }
    } catch (IOException e) {
      throw new IllegalArgumentException("An event must be valid JSON.", e);
    }
    return new NewEvent(bytes, id, customerId, empty);
  }

  /** An object without one of its fields, and without the comma that set the field apart. */
  private static byte[] without(byte[] json, int fieldStart, int fieldEnd) {
    int from = fieldStart;
    int to = fieldEnd;
    while (isSpace(json[to])) {
      to++;
    }
    if (json[to] == ',') {
      to++;
    } else {
      do {
        from--;
      } while (isSpace(json[from]));
      from += json[from] == ',' ? 0 : 1;
    }
    byte[] rest = new byte[json.length - (to - from)];
    System.arraycopy(json, 0, rest, 0, from);
    System.arraycopy(json, to, rest, from, json.length - to);
    return rest;
  }

  private static byte[] trimmed(byte[] json) {
    int start = 0;
    int end = json.length;
    while (start < end && isSpace(json[start])) {
      start++;
    }
    while (start < end && isSpace(json[end - 1])) {
      end--;
    }
    return Arrays.copyOfRange(json, start, end);
  }

  private static boolean isSpace(byte b) {
    return b == ' ' || b == '\n' || b == '\r' || b == '\t';
  }

  /** Its id, which makes sending it idempotent; null if it has none yet. */
  public @Nullable String id() {
    return id;
  }

  /** Its customer; null if it names none. */
  public @Nullable String customerId() {
    return customerId;
  }

  /** The event as it is sent, in UTF-8. */
  public byte[] json() {
    return json.clone();
  }

  /** The size of its JSON in bytes. */
  public int size() {
    return json.length;
  }

  /**
   * The same event with an id.
   *
   * @throws IllegalStateException if it has one
   */
  public NewEvent withId(String newId) {
    return new NewEvent(with("id", newId, id), newId, customerId, false);
  }

  /**
   * The same event for a customer.
   *
   * @throws IllegalStateException if it names one
   */
  public NewEvent withCustomerId(String newCustomerId) {
    return new NewEvent(with("customerId", newCustomerId, customerId), id, newCustomerId, false);
  }

  /** Puts a field first; everything else stays as it was written. */
  private byte[] with(String name, String value, @Nullable String present) {
    if (present != null) {
      throw new IllegalStateException("The event has a field " + name + " already.");
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream(json.length + value.length() + 20);
    out.writeBytes(("{\"" + name + "\":\"").getBytes(StandardCharsets.UTF_8));
    out.writeBytes(JsonStringEncoder.getInstance().quoteAsUTF8(value));
    out.writeBytes((empty ? "\"" : "\",").getBytes(StandardCharsets.UTF_8));
    out.write(json, 1, json.length - 1);
    return out.toByteArray();
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof NewEvent event && Arrays.equals(json, event.json);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(json);
  }

  /** Its JSON. */
  @Override
  public String toString() {
    return new String(json, StandardCharsets.UTF_8);
  }

  /** Makes an event. */
  public static final class Builder {
    private static final List<String> ORDER =
        List.of("id", "customerId", "objCode", "eventType", "objId", "userId", "eventTime");

    private final Map<String, String> fields = new LinkedHashMap<>();
    private final Map<String, String> states = new LinkedHashMap<>();

    private Builder(String objCode, String eventType) {
      fields.put("objCode", objCode);
      fields.put("eventType", eventType);
    }

    /**
     * Its idempotency key: 1 to 128 letters, digits and {@code _ : -}. Sending the same id again
     * creates no second message. Without one, the client generates it.
     */
    public Builder id(String id) {
      fields.put("id", id);
      return this;
    }

    /** The customer it belongs to, where that is not the client's. */
    public Builder customerId(String customerId) {
      fields.put("customerId", customerId);
      return this;
    }

    /** The object it happened to. */
    public Builder objId(String objId) {
      fields.put("objId", objId);
      return this;
    }

    /** The user who caused the event. */
    public Builder userId(String userId) {
      fields.put("userId", userId);
      return this;
    }

    /** The time of the event; by default the time of acceptance. */
    public Builder eventTime(Instant eventTime) {
      fields.put("eventTime", eventTime.toString());
      return this;
    }

    /** The time of the event in ISO-8601. */
    public Builder eventTime(String eventTime) {
      fields.put("eventTime", eventTime);
      return this;
    }

    /**
     * The object after the change: a map, a record or anything else that Jackson writes as an
     * object.
     */
    public Builder newState(Object state) {
      return newStateJson(write(state));
    }

    /** The object after the change, as a JSON object; it is sent unchanged. */
    public Builder newStateJson(String json) {
      states.put("newState", json);
      return this;
    }

    /**
     * The object before the change: a map, a record or anything else that Jackson writes as an
     * object.
     */
    public Builder oldState(Object state) {
      return oldStateJson(write(state));
    }

    /** The object before the change, as a JSON object; it is sent unchanged. */
    public Builder oldStateJson(String json) {
      states.put("oldState", json);
      return this;
    }

    public NewEvent build() {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      try (JsonGenerator json = MAPPER.createGenerator(out)) {
        json.writeStartObject();
        for (String name : ORDER) {
          String value = fields.get(name);
          if (value != null) {
            json.writeStringField(name, value);
          }
        }
        for (Map.Entry<String, String> state : states.entrySet()) {
          json.writeFieldName(state.getKey());
          json.writeRawValue(state.getValue());
        }
        json.writeEndObject();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return new NewEvent(out.toByteArray(), fields.get("id"), fields.get("customerId"), false);
    }

    private static String write(Object state) {
      try {
        return MAPPER.writeValueAsString(Objects.requireNonNull(state, "state"));
      } catch (IOException e) {
        throw new IllegalArgumentException("The state cannot be written as JSON.", e);
      }
    }
  }
}
