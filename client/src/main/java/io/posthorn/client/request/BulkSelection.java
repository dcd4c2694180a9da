package io.posthorn.client.request;

import com.fasterxml.jackson.annotation.JsonValue;
import io.posthorn.client.model.DeliveryStatus;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A selection of messages to replay or cancel; all conditions must hold. */
public final class BulkSelection {
  private final Map<String, Object> fields;

  private BulkSelection(Map<String, Object> fields) {
    this.fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
  }

  /**
   * Begins a selection with the time of acceptance.
   *
   * @param from at this time or later
   * @param to before this time
   */
  public static Builder accepted(Instant from, Instant to) {
    return new Builder(from, to);
  }

  /** The selection, by the names of the API. */
  @JsonValue
  public Map<String, Object> fields() {
    return fields;
  }

  /** A builder of selections; null omits a condition. */
  public static final class Builder {
    private final Map<String, Object> conditions = new LinkedHashMap<>();
    private final Instant from;
    private final Instant to;
    private boolean preview;

    private Builder(Instant from, Instant to) {
      this.from = from;
      this.to = to;
    }

    /** Only to the endpoint of this id. */
    public Builder endpoint(@Nullable String endpointId) {
      return with("endpoint", endpointId);
    }

    /** Only of the subscription of this id. */
    public Builder subscription(@Nullable String subscriptionId) {
      return with("subscription", subscriptionId);
    }

    public Builder objCode(@Nullable String objCode) {
      return with("objCode", objCode);
    }

    public Builder eventType(@Nullable String eventType) {
      return with("eventType", eventType);
    }

    public Builder status(@Nullable DeliveryStatus status) {
      return with("status", status == null ? null : status.apiName());
    }

    /** Only of a status by its name in the API. */
    public Builder statusName(@Nullable String status) {
      return with("status", status);
    }

    /** Whether to count the messages only. */
    public Builder preview(boolean onlyCount) {
      preview = onlyCount;
      return this;
    }

    private Builder with(String name, @Nullable String value) {
      if (value != null) {
        conditions.put(name, value);
      }
      return this;
    }

    public BulkSelection build() {
      Map<String, Object> fields = new LinkedHashMap<>(conditions);
      fields.put("from", from.toString());
      fields.put("to", to.toString());
      fields.put("preview", preview);
      return new BulkSelection(fields);
    }
  }
}
