package io.posthorn.core.shard.delivery;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.posthorn.core.endpoint.PauseCause;
import io.posthorn.core.json.JsonSlice;
import io.posthorn.core.shard.layout.DropCounter;
import io.posthorn.core.shard.state.Endpoint;
import io.posthorn.core.shard.state.ShardState;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;

/** The {@code newState} of operational events. */
final class OperationalEventJson {
  private static final JsonFactory JSON = new JsonFactory();

  private final ShardState state;

  OperationalEventJson(ShardState state) {
    this.state = state;
  }

  /** A writer of the fields of one kind of event. */
  interface Fields {
    void write(JsonGenerator json) throws IOException;
  }

  /** The fields of every event about an endpoint, and those of its kind. */
  JsonSlice of(Endpoint about, Fields fields) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator json = JSON.createGenerator(bytes)) {
      json.writeStartObject();
      json.writeStringField("endpointId", about.id().toString());
      json.writeStringField("customerId", about.customerId());
      json.writeStringField("url", about.url().text());
      if (state.rules.consoleUrl() != null) {
        json.writeStringField(
            "consoleUrl",
            "%s/#/customers/%s/endpoints/%s"
                .formatted(state.rules.consoleUrl(), about.customerId(), about.id()));
      }
      json.writeStringField("at", Instant.ofEpochMilli(state.now()).toString());
      fields.write(json);
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException("an array in memory does not fail", e);
    }
    return JsonSlice.of(bytes.toByteArray());
  }

  /** The state of an endpoint that changed. */
  void endpoint(JsonGenerator json, Endpoint endpoint) throws IOException {
    json.writeStringField("status", endpoint.circuit().state().text());
    json.writeBooleanField("paused", endpoint.paused());
    PauseCause pausedBy = endpoint.stored().pausedBy();
    if (pausedBy != null) {
      json.writeStringField("pausedBy", pausedBy.text());
    }
    json.writeNumberField("consecutiveFailures", endpoint.circuit().consecutiveFailures());
    json.writeNumberField("attemptsInWindow", endpoint.circuit().attemptsInWindow(state.now()));
    json.writeNumberField("failuresInWindow", endpoint.circuit().failuresInWindow(state.now()));
    json.writeNumberField("waitingMessages", endpoint.waiting());
  }

  static void drops(JsonGenerator json, DropCounter drops) throws IOException {
    json.writeNumberField("count", drops.count());
    json.writeObjectFieldStart("reasons");
    json.writeNumberField("retries_exhausted", drops.exhausted());
    json.writeNumberField("expired", drops.expired());
    json.writeNumberField("rejected", drops.rejected());
    json.writeEndObject();
    json.writeArrayFieldStart("sampleIds");
    for (var id : drops.samples()) {
      json.writeString(id.toString());
    }
    json.writeEndArray();
  }
}
