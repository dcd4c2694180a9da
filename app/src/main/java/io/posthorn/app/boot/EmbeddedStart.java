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

  static EmbeddedEngine open(EngineDependencies dependencies) {
    Path directory = dependencies.directory();
    long minFree = dependencies.settings().data().minFree();
    long volume = directory.toFile().getTotalSpace();
    return EmbeddedEngine.open(
        directory.resolve("store"),
        dependencies.rules(),
        EmbeddedSettings.DEFAULT
            .withMinFree(minFree)
            .withMaxBytes(dependencies.settings().retention().maxBytes().bytesOn(volume)),
        new EngineContext(
            dependencies.sender(),
            dependencies.listener(),
            TimeSource.SYSTEM,
            new LoggedFreeSpace(FreeSpace.of(directory), minFree, dependencies.log()::happened)),
        new LoggedRemovals(dependencies.log()));
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
