package io.posthorn.client.model;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An API key.
 *
 * @param prefix its first characters
 * @param roleName the text of {@link #role()}
 * @param customerId the customer it is for, or {@code *} for all
 * @param lastUsedAt to the second
 * @param key the key itself; only in the response to its creation
 */
public record KeyDetails(
    String id,
    String prefix,
    String name,
    @JsonProperty("role") String roleName,
    String customerId,
    Instant createdAt,
    @Nullable Instant expiresAt,
    @Nullable Instant lastUsedAt,
    @Nullable String key) {
  /** The scope of a key that is for all customers. */
  public static final String ALL_CUSTOMERS = "*";

  public KeyRole role() {
    return ApiName.find(KeyRole.values(), roleName, KeyRole.UNKNOWN);
  }

  /** Does not show the key. */
  @Override
  public String toString() {
    return "KeyDetails[id=%s, name=%s, role=%s, customerId=%s]"
        .formatted(id, name, roleName, customerId);
  }
}
