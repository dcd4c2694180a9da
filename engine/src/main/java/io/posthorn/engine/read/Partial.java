package io.posthorn.engine.read;

import io.posthorn.engine.error.Refusal;
import io.posthorn.engine.error.RefusedException;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * An answer that may lack what some nodes have.
 *
 * @param unreachable the nodes that could not be read, by host and port, in their order
 */
public record Partial<T>(T value, List<String> unreachable) {
  public static <T> Partial<T> complete(T value) {
    return new Partial<>(value, List.of());
  }

  /** The same answer in another form. */
  public <R> Partial<R> map(Function<T, R> changed) {
    return new Partial<>(changed.apply(value), unreachable);
  }

  /** Two answers as one, which lacks what either lacks. */
  public <U, R> Partial<R> with(Partial<U> other, BiFunction<T, U, R> joined) {
    TreeSet<String> nodes = new TreeSet<>(unreachable);
    nodes.addAll(other.unreachable);
    return new Partial<>(joined.apply(value, other.value), List.copyOf(nodes));
  }

  /** Collects the nodes that could not be read, from any thread. */
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

    /** Why a question cannot be answered without them. */
    RefusedException refusal() {
      return new RefusedException(
          Refusal.UNREACHABLE,
          "What was asked for is on %s, which cannot be reached now: try again."
              .formatted(String.join(", ", nodes)),
          Refusal.UNREACHABLE.retryAfter());
    }
  }
}
