package io.posthorn.server.api.message;

import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.form.JsonForm;
import io.posthorn.core.shard.protocol.BulkJob;
import io.posthorn.core.shard.protocol.MessageSelection;
import io.posthorn.core.shard.protocol.MessageSelection.Status;
import io.posthorn.server.api.endpoint.EndpointLookup;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The parsed request of a bulk replay, cancellation or retry. */
final class BulkRequest {
  private final EndpointLookup endpoints;
  private final String customerId;
  private final JsonForm fields;

  BulkRequest(EndpointLookup endpoints, String customerId, byte[] body) {
    this.endpoints = endpoints;
    this.customerId = customerId;
    fields = JsonForm.read(body);
  }

  /** Returns the requested job. */
  BulkJob job(JobId id) {
    MessageSelection selection =
        switch (id.action()) {
          case REPLAY ->
              MessageCriteria.read(
                  fields,
                  List.of(Status.DELIVERED, Status.DROPPED, Status.CANCELLED),
                  "; only ended messages can be replayed");
          case CANCEL ->
              MessageCriteria.read(
                  fields,
                  List.of(Status.WAITING, Status.IN_FLIGHT),
                  "; only waiting messages can be cancelled");
          case RETRY ->
              MessageCriteria.read(
                  fields, List.of(Status.WAITING), "; only waiting messages can be retried");
        };
    // A criterion that is null is none: a client that serialises unset fields must not mean all.
    if (selection.equals(MessageSelection.ALL) && fields.errors().isEmpty()) {
      fields.wrongAt(
          "",
          "At least one criterion is required, such as from; an empty request would select every"
              + " message.");
    }
    check(selection.endpoint());
    boolean preview = fields.flag("preview").orElse(false);
    fields.done();
    return new BulkJob(id.number(), id.action(), customerId, selection, preview, 0);
  }

  /**
   * A subscription that does not exist is no error: its messages outlive it, and the list finds
   * them.
   */
  private void check(@Nullable EndpointId endpoint) {
    if (endpoint != null && endpoints.find(customerId, endpoint).isEmpty()) {
      fields.wrong("endpoint", "must be the id of an endpoint of this customer.");
    }
  }
}
