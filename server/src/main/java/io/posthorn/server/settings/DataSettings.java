package io.posthorn.server.settings;

import java.nio.file.Path;
import java.util.List;

/**
 * Where data is kept.
 *
 * @param minFree the space on the volume, in bytes, below which no more events are taken
 */
public record DataSettings(Path dir, long minFree) {
  private static final Setting<Path> DIR =
      Setting.of(
          "data.dir", Kinds.PATH, "./data", "The directory of the store; made if it is not there.");

  private static final Setting<Long> MIN_FREE =
      Setting.of(
          "data.min-free",
          Sizes.atLeast(0),
          "1GiB",
          "With less free space than this on the volume no more events are taken.");

  static final List<Setting<?>> ALL = List.of(DIR, MIN_FREE);

  static DataSettings of(Values values) {
    return new DataSettings(values.get(DIR), values.get(MIN_FREE));
  }
}
