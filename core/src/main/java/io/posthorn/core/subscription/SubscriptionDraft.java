package io.posthorn.core.subscription;

import static io.posthorn.core.subscription.SubscriptionField.AUTH_TOKEN;
import static io.posthorn.core.subscription.SubscriptionField.BASE64_ENCODING;
import static io.posthorn.core.subscription.SubscriptionField.DESCRIPTION;
import static io.posthorn.core.subscription.SubscriptionField.EVENT_TYPE;
import static io.posthorn.core.subscription.SubscriptionField.FILTERS;
import static io.posthorn.core.subscription.SubscriptionField.FILTER_CONNECTOR;
import static io.posthorn.core.subscription.SubscriptionField.FORMAT;
import static io.posthorn.core.subscription.SubscriptionField.OBJ_CODE;
import static io.posthorn.core.subscription.SubscriptionField.OBJ_ID;
import static io.posthorn.core.subscription.SubscriptionField.ORDERING;
import static io.posthorn.core.subscription.SubscriptionField.URL;
import static io.posthorn.core.subscription.SubscriptionField.VERSION;
import static java.util.Objects.requireNonNull;
import static java.util.Objects.requireNonNullElse;

import io.posthorn.core.filter.Connector;
import io.posthorn.core.filter.FilterSet;
import io.posthorn.core.input.InvalidInputException;
import io.posthorn.core.json.JsonSlice;
import io.posthorn.core.url.TargetUrl;
import org.jspecify.annotations.Nullable;

/**
 * A validated request for a new subscription.
 *
 * @param authToken in clear text; the host seals it before anything is stored
 */
public record SubscriptionDraft(
    String objCode,
    String eventType,
    @Nullable String objId,
    TargetUrl url,
    FilterSet filters,
    PayloadVersion version,
    PayloadFormat format,
    boolean base64,
    @Nullable AuthToken authToken,
    @Nullable String description,
    boolean ordered) {
  static final JsonSlice NO_FILTERS = JsonSlice.of("[]");

  /**
   * Parses the body of a new subscription. A null field counts as absent.
   *
   * @throws InvalidInputException with every invalid field
   */
  public static SubscriptionDraft parse(byte[] json) {
    SubscriptionBody body = SubscriptionBody.read(json);
    String objCode = body.required(OBJ_CODE, text -> SubscriptionRules.code(OBJ_CODE, text));
    String eventType = body.required(EVENT_TYPE, text -> SubscriptionRules.code(EVENT_TYPE, text));
    TargetUrl url = body.required(URL, TargetUrl::parse);
    AuthToken authToken = body.optional(AUTH_TOKEN, AuthToken::parse);
    String objId = body.optional(OBJ_ID, SubscriptionRules::objId);
    FilterSet filters = filters(body, requireNonNullElse(eventType, Subscription.ANY));
    Boolean base64 = body.optional(BASE64_ENCODING, Boolean::valueOf);
    PayloadVersion version = body.optional(VERSION, SubscriptionRules::version);
    PayloadFormat given = body.optional(FORMAT, SubscriptionRules::format);
    String description = body.optional(DESCRIPTION, SubscriptionRules::description);
    Boolean ordered = body.optional(ORDERING, SubscriptionRules::ordering);
    PayloadFormat format =
        given == null || objCode == null
            ? given
            : body.collect(
                () ->
                    SubscriptionRules.format(
                        given,
                        objCode,
                        Boolean.TRUE.equals(base64),
                        requireNonNullElse(version, Rendering.DEFAULT.version())));
    body.refuseIfWrong();
    return new SubscriptionDraft(
        requireNonNull(objCode),
        requireNonNull(eventType),
        objId,
        requireNonNull(url),
        requireNonNull(filters),
        requireNonNullElse(version, Rendering.DEFAULT.version()),
        requireNonNullElse(format, Rendering.DEFAULT.format()),
        requireNonNullElse(base64, Rendering.DEFAULT.base64()),
        authToken,
        description,
        Boolean.TRUE.equals(ordered));
  }

  private static @Nullable FilterSet filters(SubscriptionBody body, String eventType) {
    Connector connector = body.optional(FILTER_CONNECTOR, SubscriptionRules::connector);
    JsonSlice filters = body.optional(FILTERS, JsonSlice::of);
    if (connector == null && filters == null) {
      return FilterSet.none();
    }
    return body.collect(
        () ->
            FilterSet.compile(
                requireNonNullElse(filters, NO_FILTERS),
                requireNonNullElse(connector, Connector.AND),
                eventType));
  }

  /**
   * Creates the subscription.
   *
   * @param sealedToken the {@link #authToken} sealed by the host; null if there is none
   */
  public Subscription create(
      SubscriptionId id, String customerId, byte @Nullable [] sealedToken, long now) {
    if ((authToken == null) != (sealedToken == null)) {
      throw new IllegalArgumentException("a token must be sealed; use null for none");
    }
    return new Subscription(
        id,
        // The texts that many subscriptions share are kept once.
        customerId.intern(),
        objCode.intern(),
        eventType.intern(),
        objId,
        url,
        filters,
        version,
        version,
        0,
        format,
        base64,
        sealedToken,
        authToken == null ? null : authToken.hint(),
        description,
        now,
        now,
        ordered);
  }
}
