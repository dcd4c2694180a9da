package io.posthorn.core.shard;

import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.endpoint.EndpointSecrets;
import io.posthorn.core.subscription.Subscription;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Brings the operator's endpoint in line with the settings that a shard was opened with. */
final class OperatorDesk {
  private final ShardState state;
  private final @Nullable OperatorNews news;

  OperatorDesk(ShardState state) {
    this.state = state;
    this.news = state.rules.operatorNews();
  }

  /** Makes the endpoint if there is none; its secret is the one of the settings in any case. */
  void open(long now) {
    if (news != null && !state.elsewhere(news.subscription().endpointId())) {
      Subscription wish = news.subscription();
      Endpoint endpoint =
          state.endpoints.open(
              wish.endpointId(), wish.customerId(), wish.url(), news.secret(), now);
      endpoint.secrets = EndpointSecrets.of(news.secret());
      state.endpoints.changed(endpoint);
    }
  }

  /**
   * What waits for the operator at another URL moves to the present one, or is cancelled where
   * there is none any more.
   */
  void move(Sweeper sweeper, Endings endings) {
    EndpointId present = news == null ? null : news.subscription().endpointId();
    for (Endpoint endpoint : List.copyOf(state.endpoints.ofCustomer(OperatorNews.CUSTOMER))) {
      if (!endpoint.id.equals(present) && endpoint.waiting() > 0) {
        sweeper.start(new LeaveSweep(state, endings, OperatorNews.ID, endpoint.id));
      }
    }
  }
}
