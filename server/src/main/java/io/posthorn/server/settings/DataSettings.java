package io.posthorn.server.settings;

import java.nio.file.Path;
import java.util.List;

/**
 * The settings of the data directory.
 *
 * @param minFree the free space in bytes below which events are refused
 * @param backups the directory of backups
 */
public record DataSettings(Path dir, long minFree, Path backups) {
  private static final Setting<Path> DIR =
      Setting.of(
          "data.dir",
          ValueTypes.PATH,
          "./data",
          "The directory of the store; created if it does not exist.");

  static final Setting<Long> MIN_FREE =
      Setting.of(
          "data.min-free",
          ValueTypes.size(0),
          "1GiB",
          "With less free space than this on the volume, events are refused.");

  static final Setting<Path> BACKUPS =
      Setting.optional(
          "data.backups",
          ValueTypes.PATH,
          "backups in data.dir",
          "The directory of backups; on the store's volume they take little space.");

  static final List<Setting<?>> ALL = List.of(DIR, MIN_FREE, BACKUPS);

  static DataSettings of(Values values) {
    Path dir = values.get(DIR);
    Path backups = values.find(BACKUPS);
    return new DataSettings(
        dir, values.get(MIN_FREE), backups == null ? dir.resolve("backups") : backups);
  }
}
