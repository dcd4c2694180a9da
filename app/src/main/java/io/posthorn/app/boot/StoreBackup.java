package io.posthorn.app.boot;

import io.posthorn.engine.BackupSource;
import io.posthorn.engine.FreeSpace;
import io.posthorn.server.backup.Backups;
import io.posthorn.server.settings.DataSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;

/**
 * The contents of a backup of a running server: the engine's data, and the file that identifies the
 * encryption key. The key itself is left out, so that a backup alone reveals no secret.
 */
record StoreBackup(BackupSource store, Path directory) implements BackupSource {
  static Backups of(BackupSource store, DataSettings data, String version, Clock clock) {
    return new Backups(
        data.backups(),
        new StoreBackup(store, data.dir()),
        new Backups.SpaceLimit(FreeSpace.of(data.backups()), data.minFree()),
        version,
        clock);
  }

  @Override
  public long bytes() {
    return store.bytes();
  }

  @Override
  public void copyTo(Path target) throws IOException {
    // Before the store: a re-encryption that ends meanwhile must not hide the key of the copied
    // values.
    Path check = target.resolve(EncryptionKeySource.CHECK);
    Files.copy(directory.resolve(EncryptionKeySource.CHECK), check);
    store.copyTo(target);
  }
}
