package io.posthorn.client.model;

import java.time.Instant;

/**
 * A backup on the server's machine. The encryption key is never in it.
 *
 * @param path its directory on the server's machine
 * @param bytes the size of a full copy
 * @param version of the server that made it
 */
public record BackupDetails(
    String name, String path, Instant createdAt, long bytes, String version) {}
