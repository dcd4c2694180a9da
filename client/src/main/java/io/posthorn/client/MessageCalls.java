package io.posthorn.client;

import io.posthorn.client.model.BulkJobDetails;
import io.posthorn.client.model.MessageDetails;
import io.posthorn.client.model.MessageSummary;
import io.posthorn.client.request.BulkSelection;
import io.posthorn.client.request.MessageFilter;

/** The calls about messages, each of which is one event for one subscription. */
public final class MessageCalls {
  private static final String REPLAYS = "replays";
  private static final String CANCELLATIONS = "cancellations";
  private static final String RETRIES = "retries";

  private final ApiTransport transport;

  MessageCalls(ApiTransport transport) {
    this.transport = transport;
  }

  /** The customer's messages, the newest first. */
  public PagedList<MessageSummary> list(MessageFilter filter) {
    return new PagedList<>(
        (limit, cursor) ->
            transport.page(
                ApiRequest.get("messages")
                    .with(filter.parameters())
                    .with("limit", limit)
                    .with("cursor", cursor),
                "data",
                MessageSummary.class));
  }

  /** A message with its payload and its attempts. */
  public MessageDetails get(String id) {
    return transport.call(ApiRequest.get("messages", id), MessageDetails.class);
  }

  /** Replays an ended message on a new schedule. */
  public MessageDetails replay(String id) {
    return transport.call(ApiRequest.post("messages", id, "replay"), MessageDetails.class);
  }

  /** Cancels a waiting message. */
  public MessageDetails cancel(String id) {
    return transport.call(ApiRequest.post("messages", id, "cancel"), MessageDetails.class);
  }

  /** Attempts a waiting message now; if that fails, it keeps its due time. */
  public MessageDetails retry(String id) {
    return transport.call(ApiRequest.post("messages", id, "retry"), MessageDetails.class);
  }

  /** Replays many ended messages, or counts them, in the background. */
  public BulkJobDetails replayAll(BulkSelection selection) {
    return start(REPLAYS, selection);
  }

  /** The progress of a bulk replay. */
  public BulkJobDetails replayJob(String id) {
    return transport.call(ApiRequest.get(REPLAYS, id), BulkJobDetails.class);
  }

  /** Cancels many waiting messages, or counts them, in the background. */
  public BulkJobDetails cancelAll(BulkSelection selection) {
    return start(CANCELLATIONS, selection);
  }

  /** The progress of a bulk cancellation. */
  public BulkJobDetails cancelJob(String id) {
    return transport.call(ApiRequest.get(CANCELLATIONS, id), BulkJobDetails.class);
  }

  /** Attempts many waiting messages now, or counts them, in the background. */
  public BulkJobDetails retryAll(BulkSelection selection) {
    return start(RETRIES, selection);
  }

  /** The progress of a bulk retry. */
  public BulkJobDetails retryJob(String id) {
    return transport.call(ApiRequest.get(RETRIES, id), BulkJobDetails.class);
  }

  private BulkJobDetails start(String collection, BulkSelection selection) {
    return transport.call(ApiRequest.post(collection).body(selection), BulkJobDetails.class);
  }
}
