package io.posthorn.engine.read;

import io.posthorn.engine.error.Refusal;
import io.posthorn.engine.error.RefusedException;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * A result that may lack the data of unreachable nodes.
 *
 * @param unreachable the unreachable nodes as host:port, sorted
 */
public record Partial<T>(T value, List<String> unreachable) {
  public static <T> Partial<T> complete(T value) {
    return new Partial<>(value, List.of());
  }

  /** Maps the value. */
  public <R> Partial<R> map(Function<T, R> changed) {
    return new Partial<>(changed.apply(value), unreachable);
  }

  /** Combines two results; unreachable nodes are merged. */
  public <U, R> Partial<R> with(Partial<U> other, BiFunction<T, U, R> joined) {
    TreeSet<String> nodes = new TreeSet<>(unreachable);
    nodes.addAll(other.unreachable);
    return new Partial<>(joined.apply(value, other.value), List.copyOf(nodes));
  }

  /** The nodes that could not be read, collected from any thread. */
  static final class Missed {
    private final ConcurrentSkipListSet<String> nodes = new ConcurrentSkipListSet<>();

    void add(String node) {
      nodes.add(node);
    }

    boolean isEmpty() {
      return nodes.isEmpty();
    }

    <T> Partial<T> of(T value) {
      return new Partial<>(value, List.copyOf(nodes));
    }

    /** The refusal of a read that needs the missing nodes. */
    RefusedException refusal() {
      return new RefusedException(
          Refusal.UNREACHABLE,
          "The data is on node %s, which is unreachable; retry in 2 s."
              .formatted(String.join(", ", nodes)),
          Refusal.UNREACHABLE.retryAfter());
    }
  }
}
