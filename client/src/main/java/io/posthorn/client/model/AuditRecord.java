package io.posthorn.client.model;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An entry of the audit log.
 *
 * @param who the key or session that made the change
 * @param from the address the call came from
 * @param target what was changed
 */
public record AuditRecord(
    String id,
    Instant at,
    String who,
    String from,
    String action,
    @Nullable String customerId,
    String target,
    @Nullable String detail) {}
