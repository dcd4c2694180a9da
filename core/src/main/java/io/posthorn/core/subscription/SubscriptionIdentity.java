package io.posthorn.core.subscription;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.posthorn.core.filter.Connector;
import io.posthorn.core.filter.FilterSet;
import io.posthorn.core.url.TargetUrl;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/**
 * The identity of a subscription: two subscriptions with equal identities would send every event
 * twice, so the second is refused.
 *
 * <p>Token, version and description do not count: to change those, change the existing
 * subscription.
 *
 * @param filters in canonical form
 * @param connector null with fewer than two filters, where it has no effect
 */
public record SubscriptionIdentity(
    String customerId,
    String objCode,
    String eventType,
    @Nullable String objId,
    TargetUrl url,
    String filters,
    @Nullable Connector connector,
    PayloadFormat format,
    boolean base64) {
  private static final JsonFactory JSON = new JsonFactory();

  static SubscriptionIdentity of(Subscription subscription) {
    FilterSet filters = subscription.filters();
    String canonical = filters.canonical();
    return new SubscriptionIdentity(
        subscription.customerId(),
        subscription.objCode(),
        subscription.eventType(),
        subscription.objId(),
        subscription.url(),
        canonical,
        !filters.isEmpty() && hasSeveral(canonical) ? filters.connector() : null,
        subscription.format(),
        subscription.base64());
  }

  private static boolean hasSeveral(String filters) {
    try (JsonParser parser = JSON.createParser(filters)) {
      parser.nextToken(); // the array itself
      for (int count = 0; count < 2; count++) {
        if (parser.nextToken() == JsonToken.END_ARRAY) {
          return false;
        }
        parser.skipChildren();
      }
      return true;
    } catch (IOException e) {
      throw new UncheckedIOException("canonical filters are well-formed JSON", e);
    }
  }
}
