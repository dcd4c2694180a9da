package io.posthorn.server.api;

import com.fasterxml.jackson.core.JsonGenerator;
import io.posthorn.core.endpoint.CircuitRules;
import io.posthorn.core.endpoint.CircuitState;
import io.posthorn.core.shard.read.CustomerReader;
import io.posthorn.core.shard.read.EndpointReader;
import io.posthorn.core.shard.read.EndpointView;
import io.posthorn.core.store.ShardView;
import io.posthorn.server.Unreached;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** How a customer stands now: its endpoints counted, what waits at them, and who needs a person. */
final class Overview {
  /** So many endpoints are looked at; of a customer with more the rest is left out. */
  private static final int EXAMINED = 10_000;

  private static final int MOST_ATTENTION = 50;

  private final long now;
  private final boolean allPaused;
  private final boolean customerPaused;
  private final Map<CircuitState, Integer> states = new EnumMap<>(CircuitState.class);
  private final List<Attention> attention = new ArrayList<>();
  private int endpoints;
  private int paused;
  private long first;
  private long retry;
  private long held;
  private long oldest = Long.MAX_VALUE;

  private Overview(ShardView view, String customerId, long now) {
    this.now = now;
    CustomerReader customers = new CustomerReader(view);
    allPaused = customers.allPaused();
    customerPaused = customers.paused(customerId);
  }

  static Overview read(ShardView view, String customerId, CircuitRules rules, long now) {
    Overview overview = new Overview(view, customerId, now);
    EndpointReader reader = new EndpointReader(view, rules);
    for (EndpointView endpoint : reader.list(customerId, null, EXAMINED, now)) {
      overview.add(endpoint, reader);
      Attention.of(endpoint, rules, now).ifPresent(overview.attention::add);
    }
    overview.attention.sort(Attention.ORDER);
    return overview;
  }

  private void add(EndpointView endpoint, EndpointReader reader) {
    endpoints++;
    states.merge(endpoint.state(), 1, Integer::sum);
    paused += endpoint.paused() ? 1 : 0;
    long waiting = endpoint.waitingFirst() + endpoint.waitingRetry();
    if (waiting == 0) {
      return;
    }
    if (isHeld(endpoint)) {
      held += waiting;
    } else {
      first += endpoint.waitingFirst();
      retry += endpoint.waitingRetry();
    }
    long start = reader.oldestWaiting(endpoint.id());
    oldest = Math.min(oldest, start == 0 ? Long.MAX_VALUE : start);
  }

  private boolean isHeld(EndpointView endpoint) {
    return allPaused
        || customerPaused
        || endpoint.paused()
        || endpoint.state() != CircuitState.ENABLED;
  }

  void write(JsonGenerator json, Unreached unreached) throws IOException {
    json.writeStartObject();
    Times.write(json, "at", now);
    json.writeObjectFieldStart("delivery");
    json.writeBooleanField("paused", customerPaused);
    json.writeBooleanField("pausedForAll", allPaused);
    json.writeEndObject();
    json.writeObjectFieldStart("endpoints");
    json.writeNumberField("total", endpoints);
    for (CircuitState state : CircuitState.values()) {
      json.writeNumberField(state.text(), states.getOrDefault(state, 0));
    }
    json.writeNumberField("paused", paused);
    json.writeBooleanField("complete", endpoints < EXAMINED);
    json.writeEndObject();
    json.writeObjectFieldStart("waiting");
    json.writeNumberField("first", first);
    json.writeNumberField("retry", retry);
    json.writeNumberField("held", held);
    Times.write(json, "oldestSince", oldest == Long.MAX_VALUE ? 0 : oldest);
    json.writeEndObject();
    writeAttention(json);
    Listing.incomplete(json, unreached);
    json.writeEndObject();
  }

  private void writeAttention(JsonGenerator json) throws IOException {
    json.writeNumberField("needingAttention", attention.size());
    json.writeArrayFieldStart("attention");
    for (Attention one : attention.subList(0, Math.min(MOST_ATTENTION, attention.size()))) {
      json.writeStartObject();
      json.writeStringField("endpointId", one.endpoint().id().toString());
      json.writeStringField("url", one.endpoint().url().text());
      json.writeStringField("kind", one.kind().text());
      Times.write(json, "since", one.since());
      Times.write(json, "nextProbeAt", one.endpoint().nextProbeAt());
      json.writeStringField("reason", one.reason());
      json.writeEndObject();
    }
    json.writeEndArray();
  }
}
