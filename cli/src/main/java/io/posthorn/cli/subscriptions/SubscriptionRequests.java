package io.posthorn.cli.subscriptions;

import io.posthorn.client.model.SubscriptionDetails;
import io.posthorn.client.request.NewSubscription;
import io.posthorn.client.request.SubscriptionUpdate;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The requests that the options of a subscription make. */
final class SubscriptionRequests {
  private SubscriptionRequests() {}

  /**
   * A new subscription.
   *
   * @param token reads the token
   */
  static NewSubscription create(
      SubscriptionFields fields,
      String objCode,
      String eventType,
      String url,
      UnaryOperator<String> token) {
    NewSubscription.Builder draft = NewSubscription.builder(objCode, eventType, url);
    set(fields.objId, draft::objId);
    set(fields.authToken == null ? null : token.apply(fields.authToken), draft::authToken);
    if (!fields.filters.isEmpty()) {
      draft.filters(fields.filters);
    }
    if (fields.matchAny) {
      draft.matchAnyFilter();
    }
    if (fields.base64) {
      draft.base64Encoding(true);
    }
    set(fields.version, draft::version);
    set(fields.format, draft::format);
    set(fields.ordering, draft::ordering);
    set(fields.description, draft::description);
    return draft.build();
  }

  /** An existing subscription as a draft, for a dry run. */
  static NewSubscription of(SubscriptionDetails existing) {
    NewSubscription.Builder draft =
        NewSubscription.builder(existing.objCode(), existing.eventType(), existing.url());
    set(existing.objId(), draft::objId);
    draft.filters(existing.filters());
    if (existing.filterConnector().equals("OR")) {
      draft.matchAnyFilter();
    }
    set(existing.version(), draft::version);
    return draft.build();
  }

  /**
   * The changes of a subscription; an empty text removes a value.
   *
   * @param withoutFilters whether to remove all filters
   */
  static SubscriptionUpdate update(
      SubscriptionFields fields, boolean withoutFilters, UnaryOperator<String> token) {
    SubscriptionUpdate.Builder update = SubscriptionUpdate.builder();
    set(fields.url, update::url);
    set(fields.objCode, update::objCode);
    set(fields.eventType, update::eventType);
    setOrRemove(fields.objId, update::objId);
    setOrRemove(fields.authToken == null ? null : token.apply(fields.authToken), update::authToken);
    if (withoutFilters || !fields.filters.isEmpty()) {
      update.filters(fields.filters);
      update.filterConnector(fields.matchAny ? "OR" : "AND");
    } else if (fields.matchAny) {
      update.filterConnector("OR");
    }
    if (fields.base64) {
      update.base64Encoding(true);
    }
    set(fields.version, update::version);
    set(fields.format, update::format);
    setOrRemove(fields.ordering, update::ordering);
    setOrRemove(fields.description, update::description);
    return update.build();
  }

  private static void set(@Nullable String value, Consumer<String> field) {
    if (value != null) {
      field.accept(value);
    }
  }

  private static void setOrRemove(@Nullable String value, Consumer<@Nullable String> field) {
    if (value != null) {
      field.accept(value.isEmpty() ? null : value);
    }
  }
}
