package io.posthorn.core.shard.protocol;

import io.posthorn.core.filter.FilterSet;
import io.posthorn.core.subscription.PayloadFormat;
import io.posthorn.core.subscription.PayloadVersion;
import io.posthorn.core.subscription.Subscription;
import io.posthorn.core.subscription.SubscriptionId;
import io.posthorn.core.url.TargetUrl;

/**
 * The operator's subscription, which receives every customer's operational events. It comes from
 * the settings: it is never stored, never matched, and lasts until the next start.
 *
 * @param secret the signing secret of its messages, sealed by the host
 */
public record OperatorSubscription(Subscription subscription, byte[] secret) {
  /**
   * The owner of the subscription. No customer can have this id: theirs begin with a letter or a
   * digit.
   */
  public static final String CUSTOMER = "_operator";

  /**
   * The same in all installations, so that waiting messages follow a change of the configured URL.
   */
  public static final SubscriptionId ID = new SubscriptionId(0, 1);

  /** Operational events to a URL. */
  public static OperatorSubscription to(TargetUrl url, byte[] secret) {
    return to(url, secret, PayloadFormat.WORKFRONT);
  }

  /** Operational events to a URL, in a format. */
  public static OperatorSubscription to(TargetUrl url, byte[] secret, PayloadFormat format) {
    Subscription subscription =
        new Subscription(
            ID,
            CUSTOMER,
            Subscription.ANY,
            Subscription.ANY,
            null,
            url,
            FilterSet.none(),
            PayloadVersion.V2,
            PayloadVersion.V2,
            0,
            format,
            false,
            null,
            null,
            null,
            0,
            0);
    return new OperatorSubscription(subscription, secret);
  }
}
