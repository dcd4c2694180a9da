package io.posthorn.client.model;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A change that was made through the API.
 *
 * @param who the key or session that made it
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
