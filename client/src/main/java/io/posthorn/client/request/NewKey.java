package io.posthorn.client.request;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.posthorn.client.model.KeyDetails;
import io.posthorn.client.model.KeyRole;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An API key to create.
 *
 * @param name a name to recognise it by
 * @param role the name of a {@link KeyRole}
 * @param customerId the customer it is for, or {@code *} for all
 * @param expiresAt null for a key that is valid until it is revoked
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record NewKey(String name, String role, String customerId, @Nullable Instant expiresAt) {
  /** A key for one customer. */
  public static NewKey forCustomer(String name, KeyRole role, String customerId) {
    return new NewKey(name, role.apiName(), customerId, null);
  }

  /** A key for all customers. */
  public static NewKey forAllCustomers(String name, KeyRole role) {
    return new NewKey(name, role.apiName(), KeyDetails.ALL_CUSTOMERS, null);
  }

  /** The same key with an expiry time. */
  public NewKey expiringAt(Instant end) {
    return new NewKey(name, role, customerId, end);
  }
}
