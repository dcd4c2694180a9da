package io.posthorn.engine.read;

import io.posthorn.core.directory.Directory;
import io.posthorn.core.shard.read.CustomerReader;
import io.posthorn.core.store.ShardView;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of the customers that exist, in id order. Those being erased are left out.
 *
 * @param next the id that the next page starts after; null on the last page
 */
public record CustomerIds(List<String> ids, @Nullable String next) {
  static CustomerIds read(ShardView view, String behind, int most) {
    List<String> known = new Directory(view).customers(behind, most);
    CustomerReader customers = new CustomerReader(view);
    return new CustomerIds(
        known.stream().filter(customers::exists).toList(),
        known.size() < most ? null : known.getLast());
  }
}
