package io.posthorn.engine.read;

import io.posthorn.core.shard.read.CustomerReader;

/**
 * Whether a person has stopped delivery.
 *
 * @param all for all customers
 * @param customer for the customer that was asked for
 */
public record DeliveryPause(boolean all, boolean customer) {
  static DeliveryPause of(CustomerReader customers, String customerId) {
    return new DeliveryPause(customers.allPaused(), customers.paused(customerId));
  }

  public boolean isPaused() {
    return all || customer;
  }
}
