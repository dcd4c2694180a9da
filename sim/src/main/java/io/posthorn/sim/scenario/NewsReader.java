package io.posthorn.sim.scenario;

import io.posthorn.core.filter.FilterSet;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.subscription.PayloadFormat;
import io.posthorn.core.subscription.PayloadVersion;
import io.posthorn.core.subscription.Subscription;
import io.posthorn.core.subscription.SubscriptionId;
import io.posthorn.core.url.TargetUrl;

/** Somebody who wants to know what happens to the endpoints, and answers at once. */
final class NewsReader {
  static final String CUSTOMER = "default";
  private static final byte[] NO_SECRET = {};

  /** Its wish for news. */
  Command subscription() {
    return subscribe(0, CircuitNews.OBJ_CODE, TargetUrl.parse("https://news.example/"));
  }

  /** A wish for all events of a code. */
  static Command subscribe(int number, String objCode, TargetUrl url) {
    Subscription subscription =
        new Subscription(
            new SubscriptionId(0, number),
            CUSTOMER,
            objCode,
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
            ScenarioRun.START,
            ScenarioRun.START);
    return new Command.CreateSubscription(number, subscription, NO_SECRET);
  }
}
