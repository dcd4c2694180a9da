package io.posthorn.app.boot;

import io.posthorn.embedded.EmbeddedEngine;
import io.posthorn.embedded.EmbeddedSettings;
import io.posthorn.embedded.EngineContext;
import io.posthorn.embedded.StoreSizeLimit;
import io.posthorn.engine.FreeSpace;
import io.posthorn.engine.TimeSource;
import java.nio.file.Path;

/** The start of the embedded engine from the settings. */
final class EmbeddedStart {
  private EmbeddedStart() {}

  static EmbeddedEngine open(EngineDependencies dependencies) {
    Path directory = dependencies.directory();
    long minFree = dependencies.settings().data().minFree();
    long volume = directory.toFile().getTotalSpace();
    MemoryBudget memory = MemoryBudget.ofThisProcess();
    return EmbeddedEngine.open(
        directory.resolve("store"),
        dependencies.rules(),
        EmbeddedSettings.DEFAULT
            .withMemory(memory.store(), memory.intake())
            .withMinFree(minFree)
            .withMaxBytes(dependencies.settings().retention().maxBytes().bytesOn(volume)),
        new EngineContext(
            dependencies.sender(),
            dependencies.listener(),
            TimeSource.SYSTEM,
            new LoggedFreeSpace(FreeSpace.of(directory), minFree, dependencies.log()::happened)),
        new LoggedRemovals(dependencies.log()));
  }

  /** A listener that logs what {@code retention.max-bytes} removes early. */
  private record LoggedRemovals(DeliveryLog log) implements StoreSizeLimit.Listener {
    @Override
    public void removedEarly(StoreSizeLimit.Report report) {
      log.removedEarly(report);
    }

    @Override
    public void failed(RuntimeException cause) {
      log.unexpected("cannot keep the store below retention.max-bytes", cause);
    }
  }
}
