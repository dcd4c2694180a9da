package io.posthorn.server.settings;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Sizes as they are written: {@code 1GiB}, {@code 256MiB}, {@code 64KiB}, plain bytes. */
final class Sizes {
  private static final String EXAMPLES = "such as 64KiB, 256MiB, 1GiB or a plain number of bytes";
  private static final Pattern SIZE = Pattern.compile("([0-9]{1,18})(|KiB|MiB|GiB|TiB)");
  private static final Pattern PERCENT = Pattern.compile("([0-9]{1,3})%");

  private Sizes() {}

  static Kind<Long> atLeast(long fewest) {
    return Kind.of(
        "a size of at least " + fewest + " bytes, " + EXAMPLES,
        text -> {
          Long bytes = read(text);
          return bytes == null || bytes < fewest ? null : bytes;
        });
  }

  static Kind<DiskBudget> budget() {
    return Kind.of(
        "a size, " + EXAMPLES + ", nor a share of the volume from 1% to 100%", Sizes::readBudget);
  }

  private static @Nullable DiskBudget readBudget(String text) {
    Matcher percent = PERCENT.matcher(text);
    if (percent.matches()) {
      int share = Integer.parseInt(percent.group(1));
      return share < 1 || share > 100 ? null : new DiskBudget.ShareOfVolume(share);
    }
    Long bytes = read(text);
    return bytes == null || bytes < 1 ? null : new DiskBudget.Bytes(bytes);
  }

  private static @Nullable Long read(String text) {
    Matcher matcher = SIZE.matcher(text);
    if (!matcher.matches()) {
      return null;
    }
    long number = Long.parseLong(matcher.group(1));
    int shift =
        switch (matcher.group(2)) {
          case "KiB" -> 10;
          case "MiB" -> 20;
          case "GiB" -> 30;
          case "TiB" -> 40;
          default -> 0;
        };
    return number > Long.MAX_VALUE >> shift ? null : Long.valueOf(number << shift);
  }
}
