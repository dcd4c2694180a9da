package io.posthorn.server.api.message;

import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.form.JsonForm;
import io.posthorn.core.message.MessageStatus;
import io.posthorn.core.shard.protocol.BulkJob;
import io.posthorn.core.shard.protocol.MessageSelection;
import io.posthorn.core.subscription.Subscription;
import io.posthorn.core.subscription.SubscriptionId;
import io.posthorn.engine.Engine;
import io.posthorn.server.api.common.QueryParameters;
import io.posthorn.server.api.endpoint.EndpointLookup;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Parses the request of a bulk replay or cancellation. */
final class BulkRequest {
  private static final int LONGEST_ID = 64;
  private static final int LONGEST_CODE = 64;

  private final Engine engine;
  private final EndpointLookup endpoints;
  private final String customerId;
  private final JsonForm fields;

  BulkRequest(Engine engine, EndpointLookup endpoints, String customerId, byte[] body) {
    this.engine = engine;
    this.endpoints = endpoints;
    this.customerId = customerId;
    fields = JsonForm.read(body);
  }

  /** Returns the requested job. */
  BulkJob job(JobId id) {
    EndpointId endpoint =
        known("endpoint", EndpointId::parse, key -> endpoints.find(customerId, key).isPresent());
    SubscriptionId subscription = known("subscription", SubscriptionId::parse, this::owns);
    String objCode = fields.text("objCode", LONGEST_CODE).orElse(null);
    String eventType = fields.text("eventType", LONGEST_CODE).orElse(null);
    MessageStatus status = status(id.action());
    long from = moment("from");
    boolean bounded = fields.has("to");
    long to = moment("to");
    if (bounded && to != 0 && to <= from) {
      fields.wrong("to", "must be later than from.");
    }
    boolean preview = fields.flag("preview").orElse(false);
    fields.done();
    MessageSelection selection =
        new MessageSelection(endpoint, subscription, objCode, eventType, status, from, to);
    return new BulkJob(id.number(), id.action(), customerId, selection, preview, 0);
  }

  private boolean owns(SubscriptionId id) {
    Subscription subscription = engine.subscriptions().get(id);
    return subscription != null && subscription.customerId().equals(customerId);
  }

  private <T> @Nullable T known(
      String name, Function<String, Optional<T>> parser, Function<T, Boolean> exists) {
    Optional<String> text = fields.text(name, LONGEST_ID);
    Optional<T> id = text.flatMap(parser).filter(exists::apply);
    if (text.isPresent() && id.isEmpty()) {
      fields.wrong(name, "is unknown: no such " + name + " for this customer.");
    }
    return id.orElse(null);
  }

  /** Reads the status: only ended messages can be replayed, only waiting ones cancelled. */
  private @Nullable MessageStatus status(BulkJob.Action action) {
    Optional<String> text = fields.text("status", 20);
    boolean ended = action == BulkJob.Action.REPLAY;
    Optional<MessageStatus> status =
        text.flatMap(
            word ->
                Arrays.stream(MessageStatus.values())
                    .filter(s -> s.text().equals(word) && s.ended() == ended)
                    .findFirst());
    if (text.isPresent() && status.isEmpty()) {
      fields.wrong(
          "status",
          ended
              ? "must be delivered, dropped or cancelled; only ended messages can be replayed."
              : "must be waiting; only waiting messages can be cancelled.");
    }
    return status.orElse(null);
  }

  private long moment(String name) {
    if (!fields.has(name)) {
      fields.wrong(name, "is missing.");
      return 0;
    }
    return Math.clamp(fields.moment(name).orElse(0L), 0, QueryParameters.END_OF_TIME);
  }
}
