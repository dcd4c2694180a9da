package io.posthorn.sender.signing;

import java.util.Arrays;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * A cache of unsealed values, so that a busy endpoint's secret is decrypted and parsed once.
 *
 * <p>When it is full it is cleared, which is simple and costs little.
 */
public final class SealedValues<T> {
  private static final int MAX = 20_000;

  /**
   * The decryption of what the host sealed: tokens, signing secrets, headers. Called from any
   * thread.
   */
  @FunctionalInterface
  public interface Unsealer {
    String unseal(byte[] sealed);
  }

  private final Unsealer unsealer;
  private final Function<String, T> meaning;
  private final ConcurrentHashMap<Sealed, T> opened = new ConcurrentHashMap<>();

  public SealedValues(Unsealer unsealer, Function<String, T> meaning) {
    this.unsealer = unsealer;
    this.meaning = meaning;
  }

  public T open(byte[] sealed) {
    Sealed key = new Sealed(sealed);
    T known = opened.get(key);
    if (known != null) {
      return known;
    }
    T value = meaning.apply(unsealer.unseal(sealed));
    if (opened.size() >= MAX) {
      opened.clear();
    }
    opened.put(key, value);
    return value;
  }

  /** A sealed value by its content. */
  private record Sealed(byte[] bytes) {
    @Override
    public boolean equals(Object other) {
      return other instanceof Sealed that && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(bytes);
    }
  }
}
