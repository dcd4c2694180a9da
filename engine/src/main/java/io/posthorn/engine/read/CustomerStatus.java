package io.posthorn.engine.read;

import io.posthorn.core.directory.Directory;
import io.posthorn.core.shard.read.CustomerReader;
import io.posthorn.core.store.ShardView;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The current state of a customer.
 *
 * @param createdAt 0 if its record is erased but other data is not yet
 * @param erasedEvents erased events so far; null if it is not being erased
 */
public record CustomerStatus(
    String id, long createdAt, boolean paused, @Nullable Long erasedEvents) {
  /**
   * A page of customers, in id order.
   *
   * @param next the id that the next page starts after; null on the last page
   */
  public record Page(List<CustomerStatus> customers, @Nullable String next) {
    static Partial<Page> read(ShardReads shards, String behind, int limit) {
      return read(shards, limit, view -> known(view, behind, limit + 1));
    }

    /** A page of those that are being erased. */
    static Partial<Page> readErasing(ShardReads shards, String behind, int limit) {
      return read(shards, limit, view -> new CustomerReader(view).erasing(behind, limit + 1));
    }

    private static Partial<Page> read(
        ShardReads shards, int limit, Function<ShardView, List<String>> known) {
      Partial.Missed missed = new Partial.Missed();
      List<String> some =
          shards.readEach(missed::add, known).stream()
              .flatMap(List::stream)
              .distinct()
              .sorted()
              .limit(limit + 1L)
              .toList();
      List<String> ids = some.subList(0, Math.min(limit, some.size()));
      String next = some.size() > limit ? ids.getLast() : null;
      return missed.of(new Page(CustomerStatus.read(shards, missed, ids), next));
    }

    /**
     * The first customers after an id that a shard knows: one may be erased in the shard of its
     * record but not yet in others.
     */
    private static List<String> known(ShardView view, String behind, int most) {
      List<String> known = new ArrayList<>(new Directory(view).customers(behind, most));
      known.addAll(new CustomerReader(view).erasing(behind, most));
      return known;
    }
  }

  static Optional<CustomerStatus> read(ShardReads shards, String id) {
    Partial.Missed missed = new Partial.Missed();
    Optional<CustomerStatus> found = read(shards, missed, List.of(id)).stream().findFirst();
    if (!missed.isEmpty()) {
      throw missed.refusal();
    }
    return found;
  }

  /** The customers that exist, including those that some shards still have to erase. */
  private static List<CustomerStatus> read(
      ShardReads shards, Partial.Missed missed, List<String> ids) {
    List<List<Optional<Long>>> erased =
        shards.readEach(
            missed::add,
            view ->
                ids.stream()
                    .map(id -> Optional.ofNullable(new CustomerReader(view).erasedEvents(id)))
                    .toList());
    return shards.readMerged(
        missed::add,
        view -> {
          CustomerReader reader = new CustomerReader(view);
          List<CustomerStatus> found = new ArrayList<>();
          for (int i = 0; i < ids.size(); i++) {
            int at = i;
            String id = ids.get(i);
            Long since = reader.since(id);
            Long gone =
                erased.stream()
                    .flatMap(each -> each.get(at).stream())
                    .reduce(Long::sum)
                    .orElse(null);
            if (since != null || gone != null) {
              found.add(new CustomerStatus(id, since == null ? 0 : since, reader.paused(id), gone));
            }
          }
          return found;
        });
  }
}
