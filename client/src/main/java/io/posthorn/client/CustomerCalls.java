package io.posthorn.client;

import io.posthorn.client.model.CustomerDetails;
import io.posthorn.client.model.PauseStatus;

/** The calls about customers and their delivery pauses. */
public final class CustomerCalls {
  private final ApiTransport transport;

  CustomerCalls(ApiTransport transport) {
    this.transport = transport;
  }

  /** All customers, in the order of their ids. */
  public PagedList<CustomerDetails> list() {
    return new PagedList<>(
        (limit, cursor) ->
            transport.page(
                ApiRequest.get("customers").with("limit", limit).with("cursor", cursor),
                "data",
                CustomerDetails.class));
  }

  /** Creates a customer, unless it exists. */
  public CustomerDetails create(String id) {
    return transport.call(ApiRequest.put("customers", id), CustomerDetails.class);
  }

  public CustomerDetails get(String id) {
    return transport.call(ApiRequest.get("customers", id), CustomerDetails.class);
  }

  /**
   * Deletes a customer and all its data, in the background. If the response was lost and a retry
   * finds the customer gone, the result has neither a creation time nor a count of erased events.
   */
  public CustomerDetails delete(String id) {
    return transport.delete(
        ApiRequest.delete("customers", id),
        CustomerDetails.class,
        new CustomerDetails(id, null, false, new CustomerDetails.Erasing(0)));
  }

  /** Returns whether a customer's deliveries are paused. */
  public PauseStatus delivery(String id) {
    return transport.call(ApiRequest.get("customers", id, "delivery"), PauseStatus.class);
  }

  /** Pauses a customer's deliveries. */
  public PauseStatus pauseDelivery(String id) {
    return act(id, "pause");
  }

  /** Resumes a customer's deliveries. */
  public PauseStatus resumeDelivery(String id) {
    return act(id, "resume");
  }

  private PauseStatus act(String id, String action) {
    return transport.call(
        ApiRequest.post("customers", id, "delivery", action).repeatable(true), PauseStatus.class);
  }
}
