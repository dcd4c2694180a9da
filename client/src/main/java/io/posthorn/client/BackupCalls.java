package io.posthorn.client;

import io.posthorn.client.model.BackupDetails;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The calls about backups of the server's store, for admins of all customers. */
public final class BackupCalls {
  /** A backup to another volume copies the store, which takes time. */
  private static final Duration TIMEOUT = Duration.ofHours(6);

  private final ApiTransport transport;

  BackupCalls(ApiTransport transport) {
    this.transport = transport;
  }

  /**
   * Creates a backup in the running server's {@code data.backups}. It can take as long as copying
   * the store.
   *
   * @param name the backup's name; null for one derived from the time
   */
  public BackupDetails create(@Nullable String name) {
    return transport.call(
        ApiRequest.post("backups")
            .body(name == null ? Map.of() : Map.of("name", name))
            .timeout(TIMEOUT),
        BackupDetails.class);
  }

  /** The backups, the newest first. */
  public List<BackupDetails> list() {
    return transport.all(ApiRequest.get("backups"), BackupDetails.class);
  }

  /**
   * Downloads a backup as one file, which {@code posthorn restore --from} reads. It is not retried:
   * a part of it may have been written.
   */
  public void download(String name, OutputStream out) throws IOException {
    try (InputStream content =
        transport.stream(ApiRequest.get("backups", name, "content").timeout(TIMEOUT))) {
      content.transferTo(out);
    }
  }

  public void delete(String name) {
    transport.call(ApiRequest.delete("backups", name));
  }
}
