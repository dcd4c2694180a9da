package io.posthorn.server.node;

import io.posthorn.embedded.EmbeddedEngine;
import io.posthorn.embedded.StoreSizeLimit;
import io.posthorn.embedded.StoreSize;
import io.posthorn.embedded.TrimReport;
import io.posthorn.server.settings.Settings;
import java.io.File;

/** Keeps the store under {@code retention.max-bytes}, and says so in the log. */
final class DiskKeeper {
  private DiskKeeper() {}

  static StoreSizeLimit start(
      EmbeddedEngine engine, StoreSize store, Settings settings, DeliveryLog log) {
    File directory = settings.data().dir().toFile();
    long most = settings.retention().maxBytes().bytesOn(directory.getTotalSpace());
    return StoreSizeLimit.start(
        engine,
        store,
        most,
        new StoreSizeLimit.Listener() {
          @Override
          public void trimmed(TrimReport report) {
            log.trimmed(report);
          }

          @Override
          public void failed(RuntimeException cause) {
            log.unexpected("the store could not be kept under retention.max-bytes", cause);
          }
        });
  }
}
