package io.posthorn.server.node;

import io.posthorn.embedded.EmbeddedEngine;
import io.posthorn.embedded.SizeKeeper;
import io.posthorn.embedded.StoreSize;
import io.posthorn.embedded.TrimReport;
import io.posthorn.server.settings.Settings;
import java.io.File;

/** Keeps the store under {@code retention.max-bytes}, and says so in the log. */
final class DiskKeeper {
  private DiskKeeper() {}

  static SizeKeeper start(
      EmbeddedEngine engine, StoreSize store, Settings settings, DeliveryLog log) {
    File directory = settings.data().dir().toFile();
    long most = settings.retention().maxBytes().bytesOn(directory.getTotalSpace());
    return SizeKeeper.start(
        engine,
        store,
        most,
        new SizeKeeper.Listener() {
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
