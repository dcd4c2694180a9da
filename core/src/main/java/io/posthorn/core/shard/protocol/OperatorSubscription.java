package io.posthorn.core.shard.protocol;

import io.posthorn.core.filter.FilterSet;
import io.posthorn.core.subscription.PayloadFormat;
import io.posthorn.core.subscription.PayloadVersion;
import io.posthorn.core.subscription.Subscription;
import io.posthorn.core.subscription.SubscriptionId;
import io.posthorn.core.url.TargetUrl;

/**
 * Where every customer's news goes as well, for the operator. It comes from the settings: it is
 * never stored, never matched, and holds from one start to the next.
 *
 * @param secret what its messages are signed with, as sealed by the host
 */
public record OperatorSubscription(Subscription subscription, byte[] secret) {
  /** Whose they are. No customer can have this id: theirs begin with a letter or a digit. */
  public static final String CUSTOMER = "_operator";

  /** One for all installations: what waits for the operator follows the URL of the settings. */
  public static final SubscriptionId ID = new SubscriptionId(0, 1);

  /** Operational events to a URL. */
  public static OperatorSubscription to(TargetUrl url, byte[] secret) {
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
            PayloadFormat.WORKFRONT,
            false,
            null,
            null,
            null,
            0,
            0);
    return new OperatorSubscription(subscription, secret);
  }
}
