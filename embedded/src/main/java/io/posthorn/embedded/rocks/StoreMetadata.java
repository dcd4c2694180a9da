package io.posthorn.embedded.rocks;

import io.posthorn.core.store.ByteReader;
import io.posthorn.core.store.ByteWriter;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/** The metadata of a store, in a family without shard keys. */
final class StoreMetadata {
  /** The storage format that this version writes, and the only one that it reads. */
  static final int FORMAT = 4;

  private static final byte[] FORMAT_KEY = "format".getBytes(StandardCharsets.UTF_8);
  private static final byte[] INSTALLATION_KEY = "installation".getBytes(StandardCharsets.UTF_8);

  private StoreMetadata() {}

  /** The format, or 0 if the database has none. */
  static int format(Database database) throws RocksDBException {
    byte[] value = get(database, FORMAT_KEY);
    return value == null ? 0 : new ByteReader(value).u32();
  }

  /** The 32-bit id of the installation. */
  static int installation(Database database) throws RocksDBException {
    byte[] value = get(database, INSTALLATION_KEY);
    if (value == null) {
      throw StoreException.damaged(database.directory(), "it has no installation id");
    }
    return new ByteReader(value).u32();
  }

  /** The mark of the last commit, or the initial mark. */
  static CommitMark mark(Database database) throws RocksDBException {
    byte[] value = get(database, CommitMark.KEY);
    return value == null ? CommitMark.NONE : CommitMark.decode(value);
  }

  static void create(Database database) throws RocksDBException {
    write(database, new SecureRandom().nextInt());
  }

  /** Replaces the installation id with a different random one. */
  static void renewInstallation(Database database) throws RocksDBException {
    int old = installation(database);
    SecureRandom random = new SecureRandom();
    int drawn = random.nextInt();
    while (drawn == old) {
      drawn = random.nextInt();
    }
    write(database, drawn);
  }

  private static void write(Database database, int installation) throws RocksDBException {
    try (WriteBatch batch = new WriteBatch();
        WriteOptions synced = new WriteOptions().setSync(true)) {
      put(database, batch, FORMAT_KEY, FORMAT);
      put(database, batch, INSTALLATION_KEY, installation);
      database.rocks().write(synced, batch);
    }
  }

  private static void put(Database database, WriteBatch batch, byte[] key, int value)
      throws RocksDBException {
    batch.put(database.handle(Family.FACTS), key, new ByteWriter(4).u32(value).toBytes());
  }

  private static byte @Nullable [] get(Database database, byte[] key) throws RocksDBException {
    return database.rocks().get(database.handle(Family.FACTS), key);
  }
}
