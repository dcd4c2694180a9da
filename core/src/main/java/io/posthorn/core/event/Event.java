package io.posthorn.core.event;

import io.posthorn.core.json.JsonSlice;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A change to an object, as a platform posted it.
 *
 * @param customerId the tenant it belongs to
 * @param id the idempotency key: unique within the customer
 * @param objCode the kind of object, compared exactly
 * @param eventType the kind of change, compared exactly; CREATE has no old state, DELETE no new one
 * @param objId the object, where the platform named one
 * @param eventTime when the change happened; receivers order by it, since deliveries may be out of
 *     order
 * @param userId who made the change, where the platform named one
 * @param newState the object after the change, a JSON object byte for byte as it came
 * @param oldState the object before the change, likewise
 * @param traceparent the W3C trace context the event came with, passed on to receivers
 */
public record Event(
    String customerId,
    String id,
    String objCode,
    String eventType,
    @Nullable String objId,
    Instant eventTime,
    @Nullable String userId,
    @Nullable JsonSlice newState,
    @Nullable JsonSlice oldState,
    @Nullable String traceparent) {
  public static final String CREATE = "CREATE";
  public static final String UPDATE = "UPDATE";
  public static final String DELETE = "DELETE";
}
