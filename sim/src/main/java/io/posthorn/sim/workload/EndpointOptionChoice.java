package io.posthorn.sim.workload;

import io.posthorn.core.endpoint.EndpointOptions;
import io.posthorn.core.endpoint.FinalStatuses;
import io.posthorn.core.endpoint.OAuth2Client;
import io.posthorn.core.retry.RetryPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;

/**
 * The choice of an endpoint's options. It draws from a source of its own, so that seeds which once
 * found a bug still make the same requests.
 */
final class EndpointOptionChoice {
  /** Statuses that the receivers of seeded worlds respond with. */
  private static final List<Integer> STATUSES = List.of(301, 400, 404, 410, 422, 500, 502);

  private static final OAuth2Client CLIENT =
      new OAuth2Client("https://login.example/token", "client", new byte[] {1}, null, null);

  private EndpointOptionChoice() {}

  /**
   * Options for an endpoint, none of them in half of the cases.
   *
   * @param general the general schedule; an endpoint's own ends no later, so that a run is long
   *     enough for both
   */
  static EndpointOptions of(long source, RetryPolicy general) {
    SplittableRandom random = new SplittableRandom(source);
    return EndpointOptions.NONE
        .withRetry(random.nextBoolean() ? null : policy(random, general.offset(general.limit())))
        .withFinalStatuses(random.nextBoolean() ? FinalStatuses.NONE : finalStatuses(random))
        .withOAuth2(random.nextInt(4) == 0 ? CLIENT : null);
  }

  private static RetryPolicy policy(SplittableRandom random, long longest) {
    int limit = random.nextInt(1, 6);
    if (random.nextBoolean()) {
      return new RetryPolicy.Doubling(Math.max(1, longest >> random.nextInt(limit, 16)), limit);
    }
    TreeSet<Long> offsets = new TreeSet<>();
    for (int i = 0; i < limit; i++) {
      offsets.add(1 + (random.nextLong(longest) >> random.nextInt(12)));
    }
    return new RetryPolicy.Offsets(List.copyOf(offsets));
  }

  private static FinalStatuses finalStatuses(SplittableRandom random) {
    List<Integer> chosen = new ArrayList<>(STATUSES);
    chosen.removeIf(status -> random.nextInt(3) == 0);
    return new FinalStatuses(chosen, random.nextBoolean());
  }
}
