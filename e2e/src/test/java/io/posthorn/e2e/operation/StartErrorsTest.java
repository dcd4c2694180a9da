package io.posthorn.e2e.operation;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.e2e.client.Api;
import io.posthorn.e2e.client.Platform;
import io.posthorn.e2e.environment.PosthornJar;
import io.posthorn.e2e.receiving.RecordingReceivers;
import io.posthorn.receiver.HttpReceiver;
import io.posthorn.testkit.ChildProcess;
import io.posthorn.testkit.ServerProcess;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.DBOptions;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/** Start errors: each has a non-zero exit code and one helpful line. */
@Tag("thorough")
final class StartErrorsTest {
  @TempDir Path directory = Path.of("");

  private ServerProcess server = PosthornJar.server(directory);

  @BeforeEach
  void here() {
    server = PosthornJar.server(directory);
  }

  @Test
  void a_data_directory_that_another_process_uses() {
    try (ServerProcess first = server.start()) {
      ChildProcess second = PosthornJar.server(directory).startExpectingFailure();

      hasOneLineError(second, first.dataDirectory() + "/store is in use by another process");
      assertThat(Api.of(first).get("/health/ready").status()).isEqualTo(200);
    }
  }

  @Test
  void a_port_that_is_in_use_and_the_key_of_the_first_start_is_not_lost_by_it() throws IOException {
    try (HttpReceiver other = RecordingReceivers.start()) {
      server.with("http.port", Integer.toString(other.port())).without("api.admin-key");

      hasOneLineError(
          server.startExpectingFailure(), "cannot listen on 127.0.0.1 port " + other.port());
    }
    try (ServerProcess later = server.with("http.port", "0").start()) {
      String key = Files.readString(later.dataDirectory().resolve("admin.key")).strip();
      assertThat(Api.of(later).withKey(key).get("/api/v1/keys").status()).isEqualTo(200);
    }
  }

  @Test
  void an_unknown_setting() {
    hasOneLineError(server.with("retry.units", "50ms").startExpectingFailure(), "retry.units");
  }

  @Test
  void a_bad_value() {
    hasOneLineError(server.with("retry.unit", "soon").startExpectingFailure(), "retry.unit");
  }

  @Test
  void a_wrong_encryption_key() {
    server.with("security.encryption-key", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=");
    try (ServerProcess first = server.start()) {
      assertThat(first.stop()).isZero();
    }
    server.with("security.encryption-key", "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=");

    hasOneLineError(server.startExpectingFailure(), "The encryption key does not match");
  }

  @Test
  void a_store_whose_list_of_files_is_damaged() throws IOException {
    storeWithAnEvent();
    Files.writeString(store().resolve("CURRENT"), "nonsense");

    hasOneLineError(server.startExpectingFailure(), store() + " is damaged");
  }

  @Test
  void a_store_with_a_damaged_table() throws IOException {
    storeWithAnEvent();
    List<Path> tables = tables();
    assertThat(tables).isNotEmpty();
    for (Path table : tables) {
      byte[] bytes = Files.readAllBytes(table);
      for (int i = 0; i < bytes.length; i++) {
        bytes[i] ^= 0x55;
      }
      Files.write(table, bytes);
    }

    hasOneLineError(server.startExpectingFailure(), store() + " is damaged");
  }

  @Test
  void a_store_of_a_newer_format() throws RocksDBException {
    storeWithAnEvent();
    writeFormat(99);

    hasOneLineError(server.startExpectingFailure(), "has format 99");
  }

  /** Writes the marker of a later version of Posthorn into the store. */
  private void writeFormat(int format) throws RocksDBException {
    List<ColumnFamilyDescriptor> families = new ArrayList<>();
    try (Options options = new Options();
        DBOptions database = new DBOptions()) {
      for (byte[] name : RocksDB.listColumnFamilies(options, store().toString())) {
        families.add(new ColumnFamilyDescriptor(name));
      }
      List<ColumnFamilyHandle> handles = new ArrayList<>();
      try (RocksDB rocks = RocksDB.open(database, store().toString(), families, handles)) {
        byte[] key = "format".getBytes(StandardCharsets.UTF_8);
        assertThat(rocks.get(key)).as("the format's value").hasSize(4);
        rocks.put(key, ByteBuffer.allocate(4).putInt(format).array());
        handles.forEach(ColumnFamilyHandle::close);
      }
    }
  }

  /** A store that was used and killed twice, so that its tables have entries. */
  private void storeWithAnEvent() {
    for (int i = 0; i < 2; i++) {
      try (ServerProcess running = server.start();
          HttpReceiver receiver = RecordingReceivers.start()) {
        Platform platform = new Platform(Api.of(running));
        platform.subscribe("TASK" + i, receiver.url());
        platform.awaitDelivered(platform.send("TASK" + i));
        running.kill();
      }
    }
  }

  private Path store() {
    return server.dataDirectory().resolve("store");
  }

  private List<Path> tables() throws IOException {
    try (Stream<Path> found = Files.list(store())) {
      return found.filter(file -> file.toString().endsWith(".sst")).toList();
    }
  }

  private static void hasOneLineError(ChildProcess ended, String words) {
    assertThat(ended.awaitExit()).isNotZero();
    assertThat(ended.err().all()).singleElement().asString().contains(words);
    assertThat(ended.out().all()).isEmpty();
  }
}
