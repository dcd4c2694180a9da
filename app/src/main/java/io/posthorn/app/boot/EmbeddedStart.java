package io.posthorn.app.boot;

import io.posthorn.embedded.EmbeddedEngine;
import io.posthorn.embedded.EmbeddedSettings;
import io.posthorn.embedded.EngineContext;
import io.posthorn.embedded.StoreSizeLimit;
import io.posthorn.engine.FreeSpace;
import io.posthorn.engine.TimeSource;
import java.nio.file.Path;

/** Opens the embedded engine on the store of a data directory, as the settings say. */
final class EmbeddedStart {
  private EmbeddedStart() {}

  static EmbeddedEngine open(EngineDependencies grounds) {
    Path directory = grounds.directory();
    long minFree = grounds.settings().data().minFree();
    long volume = directory.toFile().getTotalSpace();
    return EmbeddedEngine.open(
        directory.resolve("store"),
        grounds.rules(),
        EmbeddedSettings.DEFAULT
            .withMinFree(minFree)
            .withMaxBytes(grounds.settings().retention().maxBytes().bytesOn(volume)),
        new EngineContext(
            grounds.sender(),
            grounds.listener(),
            TimeSource.SYSTEM,
            new LoggedFreeSpace(FreeSpace.of(directory), minFree, grounds.log()::happened)),
        new LoggedRemovals(grounds.log()));
  }

  /** Says in the log what goes before its time, for {@code retention.max-bytes}. */
  private record LoggedRemovals(DeliveryLog log) implements StoreSizeLimit.Listener {
    @Override
    public void trimmed(StoreSizeLimit.Report report) {
      log.trimmed(report);
    }

    @Override
    public void failed(RuntimeException cause) {
      log.unexpected("the store could not be kept under retention.max-bytes", cause);
    }
  }
}
