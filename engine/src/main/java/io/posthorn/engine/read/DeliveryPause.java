package io.posthorn.engine.read;

import io.posthorn.core.shard.read.CustomerReader;

/**
 * The delivery pauses that apply to a customer.
 *
 * @param all whether delivery is paused for all customers
 * @param customer whether it is paused for this customer
 */
public record DeliveryPause(boolean all, boolean customer) {
  static DeliveryPause of(CustomerReader customers, String customerId) {
    return new DeliveryPause(customers.allPaused(), customers.paused(customerId));
  }

  public boolean isPaused() {
    return all || customer;
  }
}
