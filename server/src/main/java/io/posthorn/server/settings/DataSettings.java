package io.posthorn.server.settings;

import java.nio.file.Path;
import java.util.List;

/**
 * Where data is kept.
 *
 * @param minFree the space on the volume, in bytes, below which no more events are taken
 * @param backups the one directory that backups are written to
 */
public record DataSettings(Path dir, long minFree, Path backups) {
  private static final Setting<Path> DIR =
      Setting.of(
          "data.dir",
          ValueTypes.PATH,
          "./data",
          "The directory of the store; made if it is not there.");

  static final Setting<Long> MIN_FREE =
      Setting.of(
          "data.min-free",
          ValueTypes.size(0),
          "1GiB",
          "With less free space than this on the volume no more events are taken.");

  static final Setting<Path> BACKUPS =
      Setting.optional(
          "data.backups",
          ValueTypes.PATH,
          "backups in data.dir",
          "The directory that backups are written to; on the store's volume they cost little.");

  static final List<Setting<?>> ALL = List.of(DIR, MIN_FREE, BACKUPS);

  static DataSettings of(Values values) {
    Path dir = values.get(DIR);
    Path backups = values.find(BACKUPS);
    return new DataSettings(
        dir, values.get(MIN_FREE), backups == null ? dir.resolve("backups") : backups);
  }
}
