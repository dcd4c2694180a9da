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

import io.posthorn.core.filter.Connector;
import io.posthorn.core.filter.FilterSet;
import io.posthorn.core.input.InvalidInputException;
import io.posthorn.core.json.JsonSlice;
import io.posthorn.core.url.TargetUrl;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A request to change a subscription: each field is kept or gets a value; null resets an optional
 * field to its default.
 *
 * @param filters unvalidated, because their validity depends on the resulting event type
 * @param authToken in clear text; the host seals it before anything is stored
 */
public record SubscriptionPatch(
    Change<String> objCode,
    Change<String> eventType,
    Change<@Nullable String> objId,
    Change<TargetUrl> url,
    Change<JsonSlice> filters,
    Change<Connector> filterConnector,
    Change<PayloadVersion> version,
    Change<PayloadFormat> format,
    Change<Boolean> base64,
    Change<@Nullable AuthToken> authToken,
    Change<@Nullable String> description,
    Change<Boolean> ordered) {
  /**
   * Parses the body of a patch.
   *
   * @throws InvalidInputException with every invalid field in itself
   */
  public static SubscriptionPatch parse(byte[] json) {
    SubscriptionBody body = SubscriptionBody.read(json);
    SubscriptionPatch patch =
        new SubscriptionPatch(
            body.change(OBJ_CODE, text -> SubscriptionRules.code(OBJ_CODE, text)),
            body.change(EVENT_TYPE, text -> SubscriptionRules.code(EVENT_TYPE, text)),
            body.clearable(OBJ_ID, SubscriptionRules::objId),
            body.change(URL, TargetUrl::parse),
            body.change(FILTERS, JsonSlice::of, SubscriptionDraft.NO_FILTERS),
            body.change(FILTER_CONNECTOR, SubscriptionRules::connector, Connector.AND),
            body.change(VERSION, SubscriptionRules::version, Rendering.DEFAULT.version()),
            body.change(FORMAT, SubscriptionRules::format, Rendering.DEFAULT.format()),
            body.change(BASE64_ENCODING, Boolean::valueOf, Rendering.DEFAULT.base64()),
            body.clearable(AUTH_TOKEN, AuthToken::parse),
            body.clearable(DESCRIPTION, SubscriptionRules::description),
            body.change(ORDERING, SubscriptionRules::ordering, false));
    body.refuseIfWrong();
    return patch;
  }

  /** A patch that only switches the version. */
  public static SubscriptionPatch toVersion(PayloadVersion version) {
    return new SubscriptionPatch(
        Change.keep(),
        Change.keep(),
        Change.keep(),
        Change.keep(),
        Change.keep(),
        Change.keep(),
        Change.to(version),
        Change.keep(),
        Change.keep(),
        Change.keep(),
        Change.keep(),
        Change.keep());
  }

  /**
   * The token that the host must seal before it applies this patch; null if there is no new one.
   */
  public @Nullable AuthToken newToken() {
    return authToken.over(null);
  }

  /** Returns whether the patch changes no field. */
  public boolean isEmpty() {
    return Stream.of(
            objCode,
            eventType,
            objId,
            url,
            filters,
            filterConnector,
            version,
            format,
            base64,
            authToken,
            description,
            ordered)
        .allMatch(Change::isKept);
  }

  /**
   * The subscription after this change. The resulting filters are validated again if they or the
   * event type changed.
   *
   * @param sealedToken the {@link #newToken} sealed by the host; null if there is none
   * @throws InvalidInputException under {@code /filters}, where they do not fit the event type; at
   *     {@code /authToken}, where a new URL would receive the token that the caller may not know
   */
  public Subscription apply(Subscription current, byte @Nullable [] sealedToken, long now) {
    AuthToken token = newToken();
    if ((token == null) != (sealedToken == null)) {
      throw new IllegalArgumentException("a token must be sealed; use null for none");
    }
    if (isEmpty()) {
      return current;
    }
    requireTokenForNewUrl(current);
    String newObjCode = objCode.over(current.objCode());
    boolean newBase64 = base64.over(current.base64());
    PayloadVersion newVersion = version.over(current.version());
    boolean switched = newVersion != current.version();
    boolean sameToken = authToken.isKept();
    return new Subscription(
        current.id(),
        current.customerId(),
        newObjCode,
        eventType.over(current.eventType()),
        objId.over(current.objId()),
        url.over(current.url()),
        filtersOver(current),
        newVersion,
        switched ? current.version() : current.previousVersion(),
        switched ? now : current.versionSwitchedAt(),
        SubscriptionRules.format(format.over(current.format()), newObjCode, newBase64, newVersion),
        newBase64,
        sameToken ? current.authToken() : sealedToken,
        sameToken ? current.authTokenHint() : token == null ? null : token.hint(),
        description.over(current.description()),
        current.createdAt(),
        // Increases even within one millisecond, so that two changes are distinguishable.
        Math.max(now, current.modifiedAt() + 1),
        ordered.over(current.ordered()));
  }

  /** Otherwise anyone who may change the URL could send the token to their own server. */
  private void requireTokenForNewUrl(Subscription current) {
    boolean moves = !url.over(current.url()).equals(current.url());
    if (moves && current.authToken() != null && authToken.isKept()) {
      throw new InvalidInputException(
          "/authToken",
          "A new url needs the authToken in the same request; repeat it, set a new one, or use null"
              + " for none.");
    }
  }

  private FilterSet filtersOver(Subscription current) {
    if (Stream.of(filters, filterConnector, objCode, eventType).allMatch(Change::isKept)) {
      return current.filters();
    }
    return FilterSet.compile(
        filters.over(JsonSlice.of(current.filters().canonical())),
        filterConnector.over(current.filters().connector()),
        eventType.over(current.eventType()));
  }
}
