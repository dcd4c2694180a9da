package io.posthorn.engine.read;

import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.shard.read.EndpointReader;
import io.posthorn.core.shard.read.EndpointView;
import io.posthorn.core.store.ShardView;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A page of endpoints in id order. Paging is stable while endpoints are added.
 *
 * @param next the id that the next page starts after; null on the last page
 */
public record EndpointPage(List<EndpointView> endpoints, @Nullable EndpointId next) {
  private static final int READ_AT_ONCE = 500;

  static Partial<EndpointPage> read(
      ShardReads shards,
      Function<ShardView, EndpointReader> readers,
      String customerId,
      Predicate<EndpointView> wanted,
      @Nullable EndpointId behind,
      int limit,
      long now) {
    Partial.Missed missed = new Partial.Missed();
    List<EndpointView> found = new ArrayList<>();
    EndpointId last = behind;
    // As many as the page needs and one that shows whether there are more; then in larger steps.
    int atOnce = Math.min(limit + 1, READ_AT_ONCE);
    for (int examined = 0; examined < EngineReads.EXAMINED; examined += atOnce) {
      atOnce = examined == 0 ? atOnce : Math.min(2 * atOnce, READ_AT_ONCE);
      int most = atOnce;
      EndpointId from = last;
      List<EndpointView> some =
          shards.readMerged(
              missed::add, view -> readers.apply(view).list(customerId, from, most, now));
      for (EndpointView endpoint : some) {
        if (found.size() == limit) {
          return missed.of(new EndpointPage(found, last));
        }
        last = endpoint.id();
        if (wanted.test(endpoint)) {
          found.add(endpoint);
        }
      }
      if (some.size() < most) {
        return missed.of(new EndpointPage(found, null));
      }
    }
    return missed.of(new EndpointPage(found, last));
  }
}
